import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import { type Person, readCensus, scoreOf } from './census.ts';
import { type Change, compareAndSet } from './compare-and-set.ts';
import { printable } from './format.ts';
import { pagesOf, readFields } from './members.ts';
import { READING } from './queue-order.ts';
import { IMPORTING } from './whole-copy.ts';

export interface Difference extends Change {
  /** The codes that make a score due, in their order. */
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
  function compare(
    where: (typeof INDEXES)[number],
    field: string,
    due: string,
    friends?: Person[],
  ) {
    const value = seen[where].get(field) ?? null;
    seen[where].delete(field);
    // The record that cannot be read may be the friend or the member who is missing.
    const isDecided = !unreadable.length || value === null || where === 'phones';
    if (value !== due && isDecided) {
      const codes = friends?.map(({ code }) => code);
      differences.push({ where, field, seen: value, due, ...(codes && { friends: codes }) });
    }
  }

  const owners = new Map<string, string>();
  const waves = new Map<string, number>();
  for (const [i, person] of people.entries()) {
    const { code, phone, wave, friends } = person;
    compare(wave ? 'admitted' : 'queue', code, String(scoreOf(person)), friends);
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
  for (const code of unreadable)
    doubt('unreadable', `The record of ${printable(code)} cannot be read.`);
  const isKept = new Set(unreadable);
  for (const where of INDEXES) {
    // No record makes due what is left here.
    for (const [field, value] of seen[where]) {
      if (isKept.has(where === 'phones' ? value : field)) continue;
      if (where === 'waves' && unreadable.length) continue;
      differences.push({ where, field, seen: value, due: null });
    }
  }
  const greatest = joinNumber(people.at(-1)?.code ?? '') || 0;
  if (Number(joined ?? 0) < greatest) {
    differences.push({ where: 'joined', field: '', seen: joined, due: String(greatest) });
  }
  for (const key of await foreignKeys(redis)) {
    doubt('key', `The key ${printable(key)} is none of the waitlist's.`);
  }
  if (await redis.exists(IMPORTING)) doubt('import', 'An import of a whole copy was cut off.');
  return { records: people.length + unreadable.length, differences, doubts };
}

const PASSING = [KEYS.attempts(''), KEYS.statusRequests(''), READING];

async function foreignKeys(redis: Redis): Promise<string[]> {
  const keys = (await redis.keys('{waitlist}:*')).filter((key) => !LASTING.includes(key));
  return keys.filter((key) => key !== IMPORTING && !PASSING.some((own) => key.startsWith(own)));
}

export function agreed(first: Inspection, second: Inspection): Inspection {
  const among = (items: object[]) => {
    const texts = new Set(items.map((item) => JSON.stringify(item)));
    return (item: object) => texts.has(JSON.stringify(item));
  };
  return {
    records: second.records,
    differences: second.differences.filter(among(first.differences)),
    doubts: second.doubts.filter(among(first.doubts)),
  };
}

/** Sets what is due where the value that was seen still stands; resolves with how many were set. */
export async function setDue(redis: Redis, differences: Difference[]): Promise<number> {
  let count = 0;
  for (const pages of pagesOf([...pagesOf(differences, STEP)], AT_ONCE)) {
    const requests = pages.map((page) =>
      compareAndSet(
        redis,
        page.map((change) => [change]),
      ),
    );
    count += (await Promise.all(requests)).flat().filter(Boolean).length;
  }
  return count;
}
