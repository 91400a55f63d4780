import { existsSync } from 'node:fs';
import { main, type OpenDatabase } from '../../cli/main.ts';
import { readDatabaseEnv } from '../../netlify/queue/database-env.ts';
import { Unavailable } from '../../netlify/queue/redis.ts';

// What `npm run waitlist` runs: the command line, on the hosted database that .env or the environment
// names; without one, or with --local, on the one that `npm start` uses here.

const NO_REDIS =
  'There is no redis-server or valkey-server on the PATH, so the local list lives in the memory of `npm start` and cannot be reached from here. Install one of them, or set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.';

const openDatabase: OpenDatabase = async ({ local }) => {
  const isLocal = local || readDatabaseEnv(process.env).kind === 'local';
  // Imported only here, since they cost 15 MB and a tenth of a second.
  const { findRedisServer } = await import('./local-redis.ts');
  const { provideDatabase } = await import('./database.ts');
  if (isLocal && !findRedisServer()) throw new Unavailable(NO_REDIS);
  return provideDatabase({ local });
};

if (existsSync('.env')) process.loadEnvFile();
process.exitCode = await main(process.argv.slice(2), openDatabase);
