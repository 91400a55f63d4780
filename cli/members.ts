import { type Member, parseRecord } from '../netlify/queue/record.ts';
import type { WaitlistRedis } from '../netlify/queue/redis.ts';
import { countReferrals } from '../netlify/queue/referral-code.ts';
import type { Waitlist } from '../netlify/queue/script.ts';
import { printProgress } from './format.ts';

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

export type RankedMember = RankedRecord & { member: Member };

/** Splits items into pages of at most this size, in items unless `sizeOf` says otherwise. */
export function* pagesOf<Item>(items: Item[], size = PAGE_SIZE, sizeOf = (_: Item) => 1) {
  let [page, sum]: [Item[], number] = [[], 0];
  for (const item of items) {
    const itemSize = sizeOf(item);
    if (page.length && sum + itemSize > size) {
      yield page;
      [page, sum] = [[], 0];
    }
    page.push(item);
    sum += itemSize;
  }
  if (page.length) yield page;
}

/** Runs one page after the other, prints how far a long job is, and resolves with the sum of the results. */
export async function sumPages<Item>(
  items: Item[],
  size: number,
  run: (page: Item[]) => Promise<number>,
): Promise<number> {
  let [sum, done] = [0, 0];
  for (const page of pagesOf(items, size)) {
    sum += await run(page);
    done += page.length;
    printProgress(done, items.length);
  }
  return sum;
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

export async function readValues({ redis, keys }: FullWaitlist, hash: Hash, fields: string[]) {
  const values: List = [];
  for (const page of pagesOf(fields)) {
    // The type says object, but our client leaves the reply as a list.
    values.push(...((await redis.hmget(keys[hash], ...page)) as unknown as List));
  }
  return values;
}

/** The members with these codes, in the same order. */
export async function readMembers({ redis, keys }: FullWaitlist, codes: string[]) {
  const members: RankedRecord[] = [];
  for (const page of pagesOf(codes)) {
    // Not a transaction, in which a full Redis refuses even to read.
    const request = redis.pipeline().hmget(keys.members, ...page);
    request.zmscore(keys.queue, page).zmscore(keys.admitted, page);
    for (const code of page) request.zrank(keys.queue, code);
    const [records, queue, admitted, ...ranks] =
      await request.exec<[List, List, List, ...(number | null)[]]>();
    for (const [i, code] of page.entries()) {
      const record = records[i] ?? null;
      const score = queue[i] ?? admitted[i];
      const rank = ranks[i] ?? null;
      members.push({
        code,
        record,
        member: parseRecord(code, record ?? ''),
        position: rank === null ? undefined : Number(rank) + 1,
        referralCount: score ? countReferrals(code, Number(score)) : undefined,
      });
    }
  }
  return members;
}

/** The members at positions `from` to `to`, counted from 1. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  return readMembers(waitlist, await redis.zrange<string[]>(keys.queue, from - 1, to - 1));
}
