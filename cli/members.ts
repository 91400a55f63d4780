import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { friendsOf } from '../netlify/queue/referral-code.ts';

/** Members in one request: some 300 KB of records, of the 1 MB that the service takes at least. */
export const PAGE = 1_000;

/** A code as it stands in Redis, with or without a record that can be read. */
export interface Standing {
  code: string;
  record: string | null;
  member: Member | undefined;
  /** 1 for the first in the queue. */
  position: number | undefined;
  isAdmitted: boolean;
  /** By the score. */
  friends: number | undefined;
}

export function* pagesOf<Item>(items: Item[], size = PAGE): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** At most PAGE codes at one moment, in their order. */
export async function readMembers(redis: Redis, codes: string[]): Promise<Standing[]> {
  if (codes.length === 0) return [];
  const request = redis.multi();
  request.hmget(KEYS.members, ...codes);
  request.zmscore(KEYS.queue, codes);
  request.zmscore(KEYS.admitted, codes);
  for (const code of codes) request.zrank(KEYS.queue, code);
  const [records, queue, admitted, ...ranks] = await request.exec<unknown[]>();
  const at = (reply: unknown, i: number) => (reply as (string | null)[])[i] ?? null;
  return codes.map((code, i) => {
    const record = at(records, i);
    const score = at(queue, i) ?? at(admitted, i);
    return {
      code,
      record,
      member: parseRecord(code, record ?? ''),
      position: ranks[i] == null ? undefined : Number(ranks[i]) + 1,
      isAdmitted: at(admitted, i) !== null,
      friends: score === null ? undefined : friendsOf(code, Number(score)),
    };
  });
}

/** Ranks `from` to `to`, counted from 1, of the queue or of the admitted members. */
export async function* readRange(
  redis: Redis,
  key: typeof KEYS.queue | typeof KEYS.admitted,
  { from = 1, to = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<Standing[]> {
  for (let start = from; start <= to; start += PAGE) {
    const codes = await redis.zrange<string[]>(key, start - 1, Math.min(start + PAGE - 1, to) - 1);
    yield await readMembers(redis, codes);
    if (codes.length < PAGE) return;
  }
}

type Pair = [field: string, value: string];
type Scan = 'hscan' | 'zscan';

/** What stays meanwhile comes at least once, in no order. */
async function* scanFields(redis: Redis, key: string, scan: Scan): AsyncGenerator<Pair[]> {
  const read = (cursor: string): Promise<[string, (string | number)[]]> =>
    redis[scan](key, cursor, { count: PAGE });
  let next: ReturnType<typeof read> | undefined = read('0');
  while (next) {
    const [cursor, flat]: Awaited<typeof next> = await next;
    // The next page is under way while this one is worked on.
    next = String(cursor) === '0' ? undefined : read(String(cursor));
    next?.catch(() => {});
    const isField = (_: unknown, i: number) => i % 2 === 0;
    yield flat.filter(isField).map((field, i) => [String(field), String(flat[2 * i + 1])]);
  }
}

/** All fields of a hash, or of a sorted set with their scores. */
export async function readFields(redis: Redis, key: string, scan: Scan = 'hscan') {
  const fields = new Map<string, string>();
  for await (const page of scanFields(redis, key, scan)) {
    for (const [field, value] of page) fields.set(field, value);
  }
  return fields;
}

/** Codes with their records, each once, in no order. */
export async function* scanRecords(redis: Redis): AsyncGenerator<Pair[]> {
  const known = new Set<string>();
  for await (const page of scanFields(redis, KEYS.members, 'hscan')) {
    yield page.filter(([code]) => !known.has(code) && known.add(code));
  }
}

export async function* scanMembers(redis: Redis): AsyncGenerator<Member[]> {
  for await (const page of scanRecords(redis)) {
    yield page.flatMap(([code, record]) => parseRecord(code, record) ?? []);
  }
}
