import { fileURLToPath } from 'node:url';
import type { Redis } from '@upstash/redis';
import { readDatabaseEnv } from '../netlify/queue/database-env.ts';
import { connectRedis, Unavailable } from '../netlify/queue/redis.ts';
import { loadEnvFile } from '../tools/local/env-file.ts';
import { findRedisServer } from '../tools/local/local-redis.ts';
import { startDatabase } from '../tools/local/start-database.ts';
import { BadInput } from './failure.ts';

export interface Database {
  redis: Redis;
  /** For people: "hosted, eu1-nice-cat-12345.upstash.io" or "local, .data/redis (redis-server 7.0.15)". */
  name: string;
  close(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** One page of a long list, from far away and over a slow line. */
const DEADLINE_MS = 30_000;

/**
 * The database that the site uses: the hosted one that the environment or .env names, else the local
 * one. Whether a hosted one answers shows at the first command. Throws BadInput for a variable that
 * is wrong and Unavailable where there is no local one to be had.
 */
export async function openDatabase(): Promise<Database> {
  loadEnvFile();
  const env = readDatabaseEnv(process.env);
  if (env.kind === 'invalid') throw new BadInput(env.message);
  if (env.kind === 'hosted') {
    const name = `hosted, ${new URL(env.url).host}`;
    return { redis: connect(process.env), name, close: async () => {} };
  }
  if (!findRedisServer()) {
    throw new Unavailable(
      'There is no redis-server or valkey-server on the PATH, so the local list lives in the memory of `npm start` and cannot be reached from here. Install one of them, or set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.',
    );
  }
  const local = await startDatabase(ROOT).catch((error: Error) => {
    throw new Unavailable(error.message);
  });
  return { redis: connect(local.env), name: `local, ${local.where}`, close: local.close };
}

function connect(env: NodeJS.ProcessEnv): Redis {
  return connectRedis(env, {
    signal: () => AbortSignal.timeout(DEADLINE_MS),
    // All we store is text, and taking base64 apart would be most of the work of a long list.
    responseEncoding: false,
  });
}
