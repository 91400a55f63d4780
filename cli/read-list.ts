import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/queue.ts';
import { CompactMap } from './compact-map.ts';
import { CompactScores } from './compact-scores.ts';
import { progress } from './progress.ts';

type ScanRedis = Pick<Redis, 'hlen' | 'hscan' | 'zcard' | 'zscan'>;

export interface Reading {
  /** Looked at between two pages; its reason is thrown. */
  signal?: AbortSignal | undefined;
}

/** Elements asked for at a time: some 300 KB of records. */
const PAGE = 2_000;

/** The start of a scan and, when Redis answers with it, its end. */
const START = '0';

/**
 * Everybody's record as it is stored, by phone, each once. For a list that belongs together, read
 * the records first and the scores afterwards: whoever joins in between has no record here.
 */
export async function readRecords(
  redis: Pick<ScanRedis, 'hlen' | 'hscan'>,
  { signal }: Reading = {},
): Promise<CompactMap> {
  const records = new CompactMap();
  const bar = progress('Reading the records', await redis.hlen(KEYS.members));
  let cursor = START;
  try {
    do {
      signal?.throwIfAborted();
      const [next, page] = await redis.hscan(KEYS.members, cursor, { count: PAGE });
      for (let i = 0; i < page.length; i += 2) records.add(String(page[i]), String(page[i + 1]));
      cursor = String(next);
      bar.update(records.size);
    } while (cursor !== START);
  } finally {
    bar.end();
  }
  return records;
}

/** Every code's score. */
export async function readScores(
  redis: Pick<ScanRedis, 'zcard' | 'zscan'>,
  reading: Reading = {},
): Promise<Map<string, number>> {
  const scores = new Map<string, number>();
  await scanScores(redis, reading, (code, score) => scores.set(code, score));
  return scores;
}

/** As readScores, for a list of any length. */
export async function readCompactScores(
  redis: Pick<ScanRedis, 'zcard' | 'zscan'>,
  reading: Reading = {},
): Promise<CompactScores> {
  const scores = new CompactScores();
  await scanScores(redis, reading, (code, score) => scores.add(code, score));
  return scores;
}

async function scanScores(
  redis: Pick<ScanRedis, 'zcard' | 'zscan'>,
  { signal }: Reading,
  onScore: (code: string, score: number) => void,
): Promise<void> {
  const bar = progress('Reading the queue', await redis.zcard(KEYS.queue));
  let read = 0;
  let cursor = START;
  try {
    do {
      signal?.throwIfAborted();
      const [next, page] = await redis.zscan(KEYS.queue, cursor, { count: PAGE });
      for (let i = 0; i < page.length; i += 2) onScore(String(page[i]), Number(page[i + 1]));
      cursor = String(next);
      read += page.length / 2;
      bar.update(read);
    } while (cursor !== START);
  } finally {
    bar.end();
  }
}
