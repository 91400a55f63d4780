import { type Member, parseRecord } from '../netlify/queue/record.ts';
import type { WaitlistRedis } from '../netlify/queue/redis.ts';
import { countReferrals } from '../netlify/queue/referral-code.ts';
import type { Waitlist } from '../netlify/queue/waitlist-script.ts';

/** A waitlist whose client has every Redis command. */
export type FullWaitlist = Waitlist<WaitlistRedis>;

/** Members per request: about 300 KB of records. */
const PAGE_SIZE = 1_000;

type Hash = 'members' | 'consents' | 'phones' | 'waves' | 'outboxEvents';
type SortedSet = 'queue' | 'admitted';
type List = (string | null)[];

/** A stored record, its member, and the member's rank. */
export interface RankedRecord {
  code: string;
  record: string | null;
  /** Undefined if the record is missing or unreadable. */
  member: Member | undefined;
  /** From 1; undefined unless the member is waiting. */
  position: number | undefined;
  /** From the score; undefined if neither queue nor admitted has the code. */
  referralCount: number | undefined;
}

export function* pagesOf<Item>(items: Item[], size = PAGE_SIZE): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

export async function readValues({ redis, keys }: FullWaitlist, hash: Hash, fields: string[]) {
  const values: List = [];
  for (const page of pagesOf(fields)) {
    // The type says object, but our client leaves the reply as a list.
    values.push(...((await redis.hmget(keys[hash], ...page)) as unknown as List));
  }
  return values;
}

export function toRankedRecord(
  code: string,
  record: string | null = null,
  score: string | null,
  position?: number,
): RankedRecord {
  const referralCount = score === null ? undefined : countReferrals(code, Number(score));
  return { code, record, member: parseRecord(code, record ?? ''), position, referralCount };
}

/** The records and ranks of these codes, in the same order. */
export async function readMembers({ redis, keys }: FullWaitlist, codes: string[]) {
  const ranked: RankedRecord[] = [];
  for (const page of pagesOf(codes)) {
    const request = redis.multi().hmget(keys.members, ...page);
    request.zmscore(keys.queue, page).zmscore(keys.admitted, page);
    for (const code of page) request.zrank(keys.queue, code);
    const [records, queue, admitted, ...ranks] =
      await request.exec<[List, List, List, ...(number | null)[]]>();
    for (const [i, code] of page.entries()) {
      const [rank, score] = [ranks[i] ?? null, queue[i] ?? admitted[i] ?? null];
      const position = rank === null ? undefined : Number(rank) + 1;
      ranked.push(toRankedRecord(code, records[i], score, position));
    }
  }
  return ranked;
}

/** The fields of a hash with their values, or the members of a sorted set with their scores. */
export async function readFields({ redis, keys }: FullWaitlist, name: Hash | SortedSet) {
  const scan = name === 'queue' || name === 'admitted' ? 'zscan' : 'hscan';
  // Redis may return some twice while members join.
  const fields = new Map<string, string>();
  let cursor = '0';
  do {
    const reply = await redis[scan](keys[name], cursor, { count: PAGE_SIZE });
    cursor = String(reply[0]);
    for (const [field, value] of pagesOf<string | number>(reply[1], 2)) {
      fields.set(String(field), String(value));
    }
  } while (cursor !== '0');
  return fields;
}
