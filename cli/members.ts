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

/** The values of some fields of a hash, which our client leaves as a list. */
export const readValues = (redis: Redis, key: string, fields: string[]) =>
  redis.hmget(key, ...fields) as unknown as Promise<(string | null)[]>;

/** At most PAGE codes at one moment, in their order. */
export async function readMembers(redis: Redis, codes: string[]): Promise<Standing[]> {
  if (codes.length === 0) return [];
  const request = redis.multi();
  request.hmget(KEYS.members, ...codes);
  request.zmscore(KEYS.queue, codes);
  request.zmscore(KEYS.admitted, codes);
  for (const code of codes) request.zrank(KEYS.queue, code);
  const replies = await request.exec<unknown[]>();
  const [records, queue, admitted] = replies as (string | null)[][];
  return codes.map((code, i) => {
    const rank = replies[i + 3];
    const score = queue?.[i] ?? admitted?.[i];
    return standingOf(code, records?.[i], score, rank == null ? undefined : Number(rank) + 1);
  });
}

function standingOf(
  code: string,
  record: string | null = null,
  score: string | number | null = null,
  position?: number,
): Standing {
  const friends = score === null ? undefined : friendsOf(code, Number(score));
  return { code, record, member: parseRecord(code, record ?? ''), position, friends };
}

/** Ranks `from` to `to`, counted from 1, of the queue or of the admitted members, or of a copy of these. */
export async function* readRange(
  redis: Redis,
  index: 'queue' | 'admitted',
  { from = 1, to = Number.POSITIVE_INFINITY, copy = KEYS[index] as string } = {},
): AsyncGenerator<Standing[]> {
  for (let start = from - 1; start < to; start += PAGE) {
    const end = Math.min(start + PAGE, to) - 1;
    const flat = await redis.zrange<(string | number)[]>(copy, start, end, { withScores: true });
    const codes = flat.filter(isField).map(String);
    if (!codes.length) return;
    const records = await readValues(redis, KEYS.members, codes);
    yield codes.map((code, i) => {
      const position = index === 'queue' ? start + i + 1 : undefined;
      return standingOf(code, records[i], flat[2 * i + 1], position);
    });
  }
}

const isField = (_: unknown, i: number) => i % 2 === 0;

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
