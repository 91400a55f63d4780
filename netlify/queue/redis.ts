import { Redis, type RedisConfigNodejs } from '@upstash/redis';
import { readDatabaseEnv } from './database-env.ts';

/** What we can say ourselves of why the waitlist cannot be reached; its message holds nobody's data. */
export class Unavailable extends Error {}

/** Longer than any healthy answer, short enough that she still waits. */
export const REDIS_DEADLINE_MS = 5_000;

/**
 * The client for the hosted Redis named by UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.
 * `options` are what a caller wants otherwise than the function does. Throws Unavailable, naming the
 * variable that is missing or wrong.
 */
export function connectRedis(
  env: NodeJS.ProcessEnv = process.env,
  options: Pick<RedisConfigNodejs, 'signal' | 'responseEncoding'> = {},
): Redis {
  const database = readDatabaseEnv(env);
  if (database.kind === 'local') {
    throw new Unavailable('UPSTASH_REDIS_REST_URL and _TOKEN are missing: see .env.example');
  }
  if (database.kind === 'invalid') throw new Unavailable(database.message);
  return new Redis({
    url: database.url,
    token: database.token,
    // A code of digits only would come back as a number.
    automaticDeserialization: false,
    enableTelemetry: false,
    // One person's failure must not be the answer to whoever was in the same batch.
    enableAutoPipelining: false,
    // One more try where the connection broke: a function that slept may wake to a closed one, and
    // the script answers a replay with the same place. (`retry: false` would send two as well.)
    retry: { retries: 1, backoff: () => 50 },
    ...options,
  });
}

/**
 * The answer of `work`, or a rejection after `ms` milliseconds. A timer of our own: an AbortSignal
 * is either turned into an empty answer by the client or lost to garbage collection (undici #3644).
 */
export async function withDeadline<T>(work: Promise<T>, ms = REDIS_DEADLINE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unavailable(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Why Redis failed, for the log. Never the message of a client's error: UpstashError's holds the
 * whole command, names and phone included. Of that only the code in front, such as OOM or READONLY.
 */
export function redisFailure(error: unknown): string {
  if (error instanceof Unavailable) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const code = /^[A-Z]{2,}(?= )/.exec(error.message)?.[0] ?? Object(error.cause).code;
  return typeof code === 'string' ? code : error.name;
}
