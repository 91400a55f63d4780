import { fileURLToPath } from 'node:url';
import { main } from '../../cli/waitlist.ts';
import { readDatabaseEnv } from '../../netlify/queue/database-env.ts';
import { loadEnvFile } from './env-file.ts';

const NO_REDIS =
  'There is no redis-server or valkey-server on the PATH, so the local list lives in the memory of `npm start` and cannot be reached from here. Install one of them, or set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.';

loadEnvFile();
const argv = process.argv.slice(2);
const env = readDatabaseEnv(process.env);
if (env.kind !== 'local') {
  const name = env.kind === 'hosted' ? `hosted, ${new URL(env.url).host}` : 'none';
  process.exitCode = await main(argv, name);
} else {
  // Only here, since they cost 15 MB and a tenth of a second.
  const { findRedisServer } = await import('./local-redis.ts');
  const { startDatabase } = await import('./start-database.ts');
  if (findRedisServer()) {
    const local = await startDatabase(fileURLToPath(new URL('../..', import.meta.url)));
    Object.assign(process.env, local.env);
    process.exitCode = await main(argv, `local, ${local.where}`);
    await local.close();
  } else {
    console.error(NO_REDIS);
    process.exitCode = 3;
  }
}
