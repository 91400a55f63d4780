import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { friendsOf } from '../netlify/queue/referral-code.ts';

/** Members in one request: some 300 KB of records, of the 1 MB that the service takes at least. */
export const PAGE = 1_000;

/** A code as it stands in Redis. */
export interface Standing {
  code: string;
  record: string | null;
  /** Undefined where there is no record, or none that can be read. */
  member: Member | undefined;
  /** 1 for the first in the queue, undefined for an admitted member. */
  position: number | undefined;
  /** By the score; undefined where neither queue nor admitted has the code. */
  friends: number | undefined;
}

export function* pagesOf<Item>(items: Item[], size = PAGE): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The values of some fields of a hash, in their order. */
export async function readValues(redis: Redis, key: string, fields: string[]) {
  const values: (string | null)[] = [];
  for (const page of pagesOf(fields)) {
    // Our client leaves the reply as a list.
    values.push(...((await redis.hmget(key, ...page)) as unknown as typeof values));
  }
  return values;
}

/** Some members in their order, each page at one moment. */
export async function readMembers(redis: Redis, codes: string[]): Promise<Standing[]> {
  const standings: Standing[] = [];
  for (const page of pagesOf(codes)) {
    const request = redis.multi().hmget(KEYS.members, ...page);
    request.zmscore(KEYS.queue, page).zmscore(KEYS.admitted, page);
    for (const code of page) request.zrank(KEYS.queue, code);
    const replies = await request.exec<unknown[]>();
    const [records, queue, admitted] = replies as (string | null)[][];
    for (const [i, code] of page.entries()) {
      const rank = replies[i + 3];
      const position = rank == null ? undefined : Number(rank) + 1;
      standings.push(standingOf(code, records?.[i], queue?.[i] ?? admitted?.[i], position));
    }
  }
  return standings;
}

export function standingOf(
  code: string,
  record: string | null = null,
  score: string | number | null = null,
  position?: number,
): Standing {
  const friends = score === null ? undefined : friendsOf(code, Number(score));
  return { code, record, member: parseRecord(code, record ?? ''), position, friends };
}

export const isField = (_: unknown, i: number) => i % 2 === 0;

type Pair = [field: string, value: string];

/** The fields of a hash, or of a sorted set with their scores; what stays meanwhile comes at least once. */
async function* scanFields(redis: Redis, key: string, scan: 'hscan' | 'zscan') {
  const read = (cursor: string): Promise<[string, (string | number)[]]> =>
    redis[scan](key, cursor, { count: PAGE });
  let next: ReturnType<typeof read> | undefined = read('0');
  while (next) {
    const [cursor, flat]: Awaited<typeof next> = await next;
    // The next page is under way while this one is worked on.
    next = String(cursor) === '0' ? undefined : read(String(cursor));
    next?.catch(() => {});
    yield flat.filter(isField).map((field, i): Pair => [String(field), String(flat[2 * i + 1])]);
  }
}

export async function readFields(redis: Redis, key: string, scan: 'hscan' | 'zscan' = 'hscan') {
  const fields = new Map<string, string>();
  for await (const page of scanFields(redis, key, scan)) {
    for (const [field, value] of page) fields.set(field, value);
  }
  return fields;
}

/** Codes with their records; a few may come twice while members join. */
export const scanRecords = (redis: Redis) => scanFields(redis, KEYS.members, 'hscan');
