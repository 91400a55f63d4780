import { existsSync } from 'node:fs';
import { main } from '../../cli/waitlist.ts';
import { readDatabaseEnv } from '../../netlify/queue/database-env.ts';
import { provideDatabase } from './database.ts';
import { findRedisServer } from './local-redis.ts';

// What `npm run waitlist` runs: the command line, on the database that the site uses here.

const NO_REDIS =
  'There is no redis-server or valkey-server on the PATH, so the local list lives in the memory of `npm start` and cannot be reached from here. Install one of them, or set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.';

/** Resolves with the exit code: the command's, 2 for a wrong variable, 3 where there is no database. */
async function run(): Promise<number> {
  const env = readDatabaseEnv(process.env);
  if (env.kind === 'invalid') return fail(2, env.message);
  if (env.kind === 'local' && !findRedisServer()) return fail(3, NO_REDIS);
  const database = await provideDatabase().catch((error: Error) => error);
  if (database instanceof Error) return fail(3, database.message);
  return main(process.argv.slice(2), database.name).finally(database.close);
}

function fail(code: number, sentence: string): number {
  console.error(sentence);
  return code;
}

if (existsSync('.env')) process.loadEnvFile();
process.exitCode = await run();
