import type { Redis } from '@upstash/redis';
import { connectRedis } from '../netlify/queue/redis.ts';
import { interruption } from './interrupt.ts';

/** What every command is given besides its own arguments. */
export interface Session {
  redis: Redis;
  /** For people: "hosted, eu1-nice-cat-12345.upstash.io" or "local, .data/redis (redis-server 7.0.15)". */
  name: string;
  /** Aborted by Ctrl-C: see interruption(). */
  signal: AbortSignal;
}

/** One page of a long list, from far away and over a slow line. */
const DEADLINE_MS = 30_000;

/** Runs one command on the database of the environment, after saying which that is. */
export async function runOn(
  name: string,
  command: (session: Session) => Promise<void>,
): Promise<void> {
  const signal = interruption();
  const redis = connectRedis(process.env, {
    signal: () => AbortSignal.timeout(DEADLINE_MS),
    // All we store is text, and taking base64 apart would be most of the work of a long list.
    responseEncoding: false,
  });
  console.error(`Database: ${name}\n`);
  await command({ redis, name, signal });
}
