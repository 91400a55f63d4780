import { type Member, parseRecord } from '../netlify/queue/record.ts';
import type { WaitlistRedis } from '../netlify/queue/redis.ts';
import { countReferrals } from '../netlify/queue/referral-code.ts';
import type { Waitlist } from '../netlify/queue/script.ts';
import { BadInput } from './errors.ts';
import { printProgress, sanitizeForTerminal } from './format.ts';

/** A waitlist whose client has every Redis command. */
export type FullWaitlist = Waitlist<WaitlistRedis>;

/** Members per request: about 300 KB of records. */
const PAGE_SIZE = 1_000;

type Hash = 'members' | 'consents' | 'phones' | 'waves' | 'outboxEvents';
type SortedSet = 'queue' | 'admitted';
type List = (string | null)[];

/** A member's place: the score in queue or admitted, if one has the code, and the position if it's queue. */
type Rank = [code: string, score: string | null | undefined, position?: number | undefined];

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

async function readRecords(waitlist: FullWaitlist, ranks: Rank[]): Promise<RankedRecord[]> {
  const codes = ranks.map(([code]) => code);
  const records = await readValues(waitlist, 'members', codes);
  return ranks.map(([code, score, position], i) => {
    const record = records[i] ?? null;
    const referralCount = score ? countReferrals(code, Number(score)) : undefined;
    return { code, record, member: parseRecord(code, record ?? ''), position, referralCount };
  });
}

/** The members with these codes, in the same order. */
export async function readMembers(waitlist: FullWaitlist, codes: string[]) {
  const { redis, keys } = waitlist;
  const ranks: Rank[] = [];
  for (const page of pagesOf(codes)) {
    // Not a transaction, in which a full Redis refuses even to read.
    const request = redis.pipeline().zmscore(keys.queue, page).zmscore(keys.admitted, page);
    for (const code of page) request.zrank(keys.queue, code);
    const [queue, admitted, ...places] = await request.exec<[List, List, ...(number | null)[]]>();
    for (const [i, code] of page.entries()) {
      const place = places[i] ?? null;
      const position = place === null ? undefined : Number(place) + 1;
      ranks.push([code, queue[i] ?? admitted[i], position]);
    }
  }
  return readRecords(waitlist, ranks);
}

/** The members at positions `from` to `to`, counted from 1. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  const range = { withScores: true };
  const reply = await redis.zrange<string[]>(keys.queue, from - 1, to - 1, range);
  const scores = [...pagesOf(reply.map(String), 2)] as [code: string, score: string][];
  return readRecords(
    waitlist,
    scores.map(([code, score], i) => [code, score, from + i]),
  );
}

/** The whole queue, and then the admitted members. */
export async function readInOrder(waitlist: FullWaitlist): Promise<RankedRecord[]> {
  const queue = await readScores(waitlist, 'queue');
  const admitted = await readScores(waitlist, 'admitted');
  // A member admitted between the two readings is in both.
  const isAdmitted = new Set(admitted.map(([code]) => code));
  const waiting = queue.filter(([code]) => !isAdmitted.has(code));
  const ranks = waiting.map(([code, score], i): Rank => [code, score, i + 1]);
  return readRecords(waitlist, [...ranks, ...admitted]);
}

/** The members whose records name the wave. Throws BadInput with the existing waves if there are none. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const admitted = await readRecords(waitlist, await readScores(waitlist, 'admitted'));
  const found = admitted.filter(({ member }) => member?.wave === wave);
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).sort().join(', ');
  throw new BadInput(sanitizeForTerminal(`No wave ${wave}; there are: ${waves || 'none'}.`));
}

/** Counts positions later instead of requesting them, because Upstash charges for each ZRANK. */
async function readScores(waitlist: FullWaitlist, index: SortedSet) {
  const scores = [...(await readFields(waitlist, index))];
  // Equal scores are in the order of the code's bytes.
  return scores.sort(
    ([a, aScore], [b, bScore]) => Number(aScore) - Number(bScore) || (a < b ? -1 : 1),
  );
}
