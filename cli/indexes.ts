import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import { readCensus, scoreOf } from './census.ts';
import { type Change, compareAndSet } from './compare-and-set.ts';
import { printable } from './format.ts';
import { pagesOf, readFields } from './members.ts';
import { COPY } from './queue-order.ts';
import { IMPORTING } from './whole-copy.ts';

/** A value that is not due, with the codes of the friends that make a score due. */
export interface Difference extends Change {
  friends?: string[];
}

/** What the records do not decide; `says` holds no name and no phone. */
export interface Doubt {
  kind: 'unreadable' | 'phone' | 'number' | 'key' | 'import';
  says: string;
}

export interface Inspection {
  records: number;
  differences: Difference[];
  doubts: Doubt[];
}

/** Changes in one request: some 150 KB, and a few milliseconds in which nobody else is served. */
const STEP = 2_000;

/** Requests on their way. */
const AT_ONCE = 3;

/** All keys that stay. */
export const LASTING = Object.values(KEYS).filter((key) => typeof key === 'string') as string[];

const PASSING = [KEYS.attempts(''), KEYS.statusRequests(''), COPY, IMPORTING];

const INDEXES = ['queue', 'admitted', 'phones', 'waves'] as const;

/**
 * Compares the indexes with the records, which are read last: a value that still stands when it is set
 * was there before them. A join or leave meanwhile makes a difference that no second reading repeats.
 */
export async function inspectList(redis: Redis): Promise<Inspection> {
  const joined = await redis.get<string>(KEYS.joined);
  const seen = {
    queue: await readFields(redis, KEYS.queue, 'zscan'),
    admitted: await readFields(redis, KEYS.admitted, 'zscan'),
    phones: await readFields(redis, KEYS.phones),
    waves: await readFields(redis, KEYS.waves),
  };
  const { people, unreadable } = await readCensus(redis);
  const differences: Difference[] = [];
  const doubts: Doubt[] = [];
  const doubt = (kind: Doubt['kind'], says: string) => doubts.push({ kind, says });
  function compare(where: (typeof INDEXES)[number], field: string, due: string) {
    const value = seen[where].get(field) ?? null;
    seen[where].delete(field);
    // The record that cannot be read may be the friend or the member who is missing.
    const isDecided = !unreadable.length || value === null || where === 'phones';
    if (value === due || !isDecided) return undefined;
    const difference: Difference = { where, field, seen: value, due };
    differences.push(difference);
    return difference;
  }

  const owners = new Map<string, string>();
  const waves = new Map<string, number>();
  for (const [i, person] of people.entries()) {
    const { code, phone, wave, friends } = person;
    const wrong = compare(wave ? 'admitted' : 'queue', code, String(scoreOf(person)));
    if (wrong) wrong.friends = friends.map((friend) => friend.code);
    if (wave) waves.set(wave, (waves.get(wave) ?? 0) + 1);
    const twin = owners.get(phone);
    if (twin) doubt('phone', `${twin} and ${code} have the same phone number.`);
    if (!twin || seen.phones.get(phone) === code) owners.set(phone, code);
    const before = people[i - 1]?.code ?? '';
    if (before.slice(0, 7) === code.slice(0, 7)) {
      doubt('number', `${before} and ${code} have the same join number.`);
    }
  }
  for (const [phone, code] of owners) compare('phones', phone, code);
  for (const [wave, count] of waves) compare('waves', wave, String(count));
  const isKept = new Set(unreadable);
  for (const code of isKept)
    doubt('unreadable', `The record of ${printable(code)} cannot be read.`);
  for (const where of INDEXES) {
    if (where === 'waves' && unreadable.length) continue;
    // No record makes due what is left here.
    for (const [field, value] of seen[where]) {
      if (isKept.has(where === 'phones' ? value : field)) continue;
      differences.push({ where, field, seen: value, due: null });
    }
  }
  const greatest = joinNumber(people.at(-1)?.code ?? '') || 0;
  if (Number(joined ?? 0) < greatest) {
    differences.push({ where: 'joined', field: '', seen: joined, due: String(greatest) });
  }
  for (const key of await redis.keys('{waitlist}:*')) {
    if (LASTING.includes(key) || PASSING.some((own) => key.startsWith(own))) continue;
    doubt('key', `The key ${printable(key)} is none of the waitlist's.`);
  }
  if (await redis.exists(IMPORTING)) doubt('import', 'An import of a whole copy was cut off.');
  return { records: people.length + unreadable.length, differences, doubts };
}

export function agreed(first: Inspection, second: Inspection): Inspection {
  const texts = new Set([...first.differences, ...first.doubts].map((it) => JSON.stringify(it)));
  const isAgain = (it: object) => texts.has(JSON.stringify(it));
  const { records, differences, doubts } = second;
  return { records, differences: differences.filter(isAgain), doubts: doubts.filter(isAgain) };
}

/** Sets what is due where the value that was seen still stands; resolves with how many were set. */
export async function setDue(redis: Redis, differences: Difference[]): Promise<number> {
  const alone = differences.map((change) => [change]);
  let count = 0;
  for (const pages of pagesOf([...pagesOf(alone, STEP)], AT_ONCE)) {
    const replies = await Promise.all(pages.map((page) => compareAndSet(redis, page)));
    count += replies.flat().filter(Boolean).length;
  }
  return count;
}
