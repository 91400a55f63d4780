import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/waitlist/queue.ts';
import { CompactMap } from './compact-map.ts';

export interface Reading {
  /** Looked at between two pages; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Called after each page with how many were read in all. */
  onPage?: ((read: number) => void) | undefined;
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
  redis: Pick<Redis, 'hscan'>,
  { signal, onPage }: Reading = {},
): Promise<CompactMap> {
  const records = new CompactMap();
  let cursor = START;
  do {
    signal?.throwIfAborted();
    const [next, page] = await redis.hscan(KEYS.members, cursor, { count: PAGE });
    for (let i = 0; i < page.length; i += 2) records.add(String(page[i]), String(page[i + 1]));
    cursor = String(next);
    onPage?.(records.size);
  } while (cursor !== START);
  return records;
}

/** Every code's score. */
export async function readScores(
  redis: Pick<Redis, 'zscan'>,
  { signal, onPage }: Reading = {},
): Promise<Map<string, number>> {
  const scores = new Map<string, number>();
  let cursor = START;
  do {
    signal?.throwIfAborted();
    const [next, page] = await redis.zscan(KEYS.queue, cursor, { count: PAGE });
    for (let i = 0; i < page.length; i += 2) scores.set(String(page[i]), Number(page[i + 1]));
    cursor = String(next);
    onPage?.(scores.size);
  } while (cursor !== START);
  return scores;
}
