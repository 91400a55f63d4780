import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/queue.ts';
import { readDays } from './days-chart.ts';
import type { ListReading } from './inspect.ts';
import { readRecords, readScores } from './read-list.ts';

export type ReadingRedis = Pick<
  Redis,
  'hlen' | 'hscan' | 'zcard' | 'zscan' | 'get' | 'hgetall' | 'scan' | 'pipeline'
>;

/**
 * Reads a list that people may be joining meanwhile. The counters come last: they only rise, so they
 * are never behind records that were read before.
 */
export async function takeReading(redis: ReadingRedis, signal?: AbortSignal): Promise<ListReading> {
  const records = await readRecords(redis, { signal });
  const scores = await readScores(redis, { signal });
  const joined = Number((await redis.get(KEYS.joined)) ?? 0);
  const days = await readDays(redis);
  const keys = await readKeys(redis, signal);
  return { records, scores, joined, days, keys };
}

/** Every key of the waitlist's, with the seconds until it expires; -1 for never. */
async function readKeys(
  redis: Pick<Redis, 'scan' | 'pipeline'>,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const keys = new Map<string, number>();
  let cursor = '0';
  do {
    signal?.throwIfAborted();
    const [next, found] = await redis.scan(cursor, { match: '{waitlist}:*', count: 1_000 });
    cursor = String(next);
    if (found.length === 0) continue;
    const pipeline = redis.pipeline();
    for (const key of found) pipeline.ttl(key);
    const seconds = await pipeline.exec<number[]>();
    // -2 is one that has expired since.
    found.forEach((key, i) => {
      if (seconds[i] !== -2) keys.set(key, Number(seconds[i]));
    });
  } while (cursor !== '0');
  return keys;
}
