import { existsSync } from 'node:fs';
import { main } from '../../cli/main.ts';
import { readDatabaseEnv } from '../../netlify/queue/database-env.ts';

// What `npm run waitlist` runs: the command line, on the database that the site uses here.

const NO_REDIS =
  'There is no redis-server or valkey-server on the PATH, so the local list lives in the memory of `npm start` and cannot be reached from here. Install one of them, or set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.';

/** Resolves with the exit code: the command's, or 3 where there is no database to be had. */
async function run(argv: string[]): Promise<number> {
  const env = readDatabaseEnv(process.env);
  if (env.kind === 'hosted') return main(argv, `hosted, ${new URL(env.url).host}`);
  if (env.kind === 'invalid') return main(argv, 'none');

  // Only here, since they cost 15 MB and a tenth of a second.
  const { findRedisServer } = await import('./local-redis.ts');
  const { provideDatabase } = await import('./database.ts');
  if (!findRedisServer()) return fail(NO_REDIS);
  const database = await provideDatabase().catch((error: Error) => error.message);
  if (typeof database === 'string') return fail(database);
  return main(argv, database.name).finally(database.close);
}

function fail(sentence: string): number {
  console.error(sentence);
  return 3;
}

if (existsSync('.env')) process.loadEnvFile();
process.exitCode = await run(process.argv.slice(2));
