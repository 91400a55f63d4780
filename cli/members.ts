import { type Member, parseRecord } from '../netlify/queue/record.ts';
import type { WaitlistRedis } from '../netlify/queue/redis.ts';
import { countReferrals } from '../netlify/queue/referral-code.ts';
import type { Waitlist } from '../netlify/queue/waitlist-script.ts';
import { showProgress } from './progress.ts';

/** A waitlist, with every command of Redis. */
export type FullWaitlist = Waitlist<WaitlistRedis>;

/** Members in one request: some 300 KB of records, where Upstash takes 1 MB. */
export const PAGE_SIZE = 1_000;

export type Hash = 'members' | 'consents' | 'phones' | 'waves';
export type SortedSet = 'queue' | 'admitted';

type List = (string | null)[];

/** A record as it is stored, with the member that it holds and the member's rank at one moment. */
export interface RankedRecord {
  code: string;
  record: string | null;
  /** Undefined for a record that is missing or unreadable. */
  member: Member | undefined;
  /** 1 for the first in the queue, undefined for an admitted member. */
  position: number | undefined;
  /** By the score; undefined if neither queue nor admitted has the code. */
  referralCount: number | undefined;
}

export function* pagesOf<Item>(items: Item[], size = PAGE_SIZE): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

export async function readValues({ redis, keys }: FullWaitlist, hash: Hash, fields: string[]) {
  const values: List = [];
  for (const page of pagesOf(fields)) {
    // Our client leaves the reply as a list.
    values.push(...((await redis.hmget(keys[hash], ...page)) as unknown as List));
  }
  return values;
}

/** Each page is of one moment. */
export async function readMembers({ redis, keys }: FullWaitlist, codes: string[]) {
  const ranked: RankedRecord[] = [];
  for (const page of pagesOf(codes)) {
    const request = redis.multi().hmget(keys.members, ...page);
    request.zmscore(keys.queue, page).zmscore(keys.admitted, page);
    for (const code of page) request.zrank(keys.queue, code);
    const [records, queue, admitted, ...ranks] =
      await request.exec<[List, List, List, ...unknown[]]>();
    for (const [i, code] of page.entries()) {
      const position = ranks[i] == null ? undefined : Number(ranks[i]) + 1;
      ranked.push(rankedRecordOf(code, records[i], queue[i] ?? admitted[i], position));
    }
  }
  return ranked;
}

export function rankedRecordOf(
  code: string,
  record: string | null = null,
  score: string | number | null = null,
  position?: number,
): RankedRecord {
  const referralCount = score === null ? undefined : countReferrals(code, Number(score));
  return { code, record, member: parseRecord(code, record ?? ''), position, referralCount };
}

/** Redis lists fields and values, or members and scores, in turn. */
export const pairsOf = (flat: unknown[]) =>
  flat.flatMap((field, i) => (i % 2 ? [] : [[String(field), String(flat[i + 1])] as const]));

/** The fields of a hash with their values, or the members of a sorted set with their scores, by pages. */
async function* scanFields({ redis, keys }: FullWaitlist, name: Hash | SortedSet) {
  const isSorted = name === 'queue' || name === 'admitted';
  const read = (cursor: string): Promise<[string, unknown[]]> =>
    redis[isSorted ? 'zscan' : 'hscan'](keys[name], cursor, { count: PAGE_SIZE });
  async function* pages() {
    let reply = read('0');
    for (let cursor = ''; cursor !== '0'; ) {
      const [next, flat] = await reply;
      cursor = String(next);
      // The next page is on its way while this one is worked on.
      if (cursor !== '0') reply = read(cursor);
      reply.catch(() => {});
      yield pairsOf(flat);
    }
  }
  const total = await redis[isSorted ? 'zcard' : 'hlen'](keys[name]);
  yield* showProgress(`Reading the ${name}`, pages(), total);
}

/** All of them at once. */
export async function readFields(waitlist: FullWaitlist, name: Hash | SortedSet) {
  const fields = new Map<string, string>();
  for await (const page of scanFields(waitlist, name)) {
    for (const [field, value] of page) fields.set(field, value);
  }
  return fields;
}

/** Codes with their records; a few may come twice while members join. */
export const scanRecords = (waitlist: FullWaitlist) => scanFields(waitlist, 'members');
