import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { JOIN_NUMBERS, joinNumber } from '../netlify/queue/referral-code.ts';
import type { Waitlist } from '../netlify/queue/waitlist-script.ts';
import { parseReferralCode, SPOTS_PER_FRIEND } from '../src/waitlist/shared/referral.ts';
import { type Person, readCensus } from './census.ts';
import { type Change, compareAndSet } from './compare-and-set.ts';
import { figureOf, printable } from './format.ts';
import { readFields } from './members.ts';

/** Either a change that is due, or what is left to the operator, in a sentence. */
export interface Problem {
  kind: Change['where'] | 'unreadable' | 'phone' | 'number' | 'key' | 'import';
  says?: string;
  change?: Change;
  /** The codes of the friends that make a score due. */
  friends?: string[];
}

export const SHOWN = 5;

const LASTING = Object.values(KEYS).filter((key) => typeof key === 'string') as string[];

const PASSING = [KEYS.attempts(''), KEYS.statusRequests(''), KEYS.reading('')];

const INDEXES = ['queue', 'admitted', 'phones', 'waves'] as const;

/**
 * Compares the indexes with the records, which are read last: a value that still stands when it is set
 * was there before them.
 */
export async function inspectList(redis: Redis) {
  const joined = await redis.get<string>(KEYS.joined);
  const seen = {
    queue: await readFields(redis, KEYS.queue, 'zscan'),
    admitted: await readFields(redis, KEYS.admitted, 'zscan'),
    phones: await readFields(redis, KEYS.phones),
    waves: await readFields(redis, KEYS.waves),
  };
  const { people, unreadable } = await readCensus(redis);
  const problems: Problem[] = [];
  const report = (kind: Problem['kind'], says: string) => problems.push({ kind, says });
  function compare(where: (typeof INDEXES)[number], field: string, due: string, by?: Person[]) {
    const value = seen[where].get(field) ?? null;
    seen[where].delete(field);
    // The unreadable record may be of the friend or the member who is missing.
    const isDecided = !unreadable.size || value === null || where === 'phones';
    if (value !== due && isDecided) {
      problems.push(differenceOf({ where, field, seen: value, due }, by));
    }
  }

  const owners = new Map<string, string>();
  const waves = new Map<string, number>();
  for (const [i, { code, phone, wave, friends }] of people.entries()) {
    const score = joinNumber(code) - SPOTS_PER_FRIEND * friends.length;
    compare(wave ? 'admitted' : 'queue', code, String(score), friends);
    if (wave) waves.set(wave, (waves.get(wave) ?? 0) + 1);
    const twin = owners.get(phone);
    if (twin) report('phone', `${twin} and ${code} have the same phone number.`);
    if (!twin || seen.phones.get(phone) === code) owners.set(phone, code);
    const before = people[i - 1]?.code ?? '';
    if (before.slice(0, 7) === code.slice(0, 7)) {
      report('number', `${before} and ${code} have the same join number.`);
    }
  }
  for (const [phone, code] of owners) compare('phones', phone, code);
  for (const [wave, count] of waves) compare('waves', wave, String(count));
  for (const code of unreadable) {
    report('unreadable', `The record of ${printable(code)} cannot be read.`);
  }
  // compare() has removed the values that belong to a record.
  for (const where of INDEXES) {
    if (where === 'waves' && unreadable.size) continue;
    for (const [field, value] of seen[where]) {
      if (unreadable.has(where === 'phones' ? value : field)) continue;
      problems.push(differenceOf({ where, field, seen: value, due: null }));
    }
  }
  const greatest = greatestJoinNumber([...unreadable, people.at(-1)?.code ?? '']);
  if (!isJoined(joined, greatest)) {
    problems.push(differenceOf({ where: 'joined', field: '', seen: joined, due: `${greatest}` }));
  }
  for (const key of await redis.keys('{waitlist}:*')) {
    if (LASTING.includes(key) || PASSING.some((own) => key.startsWith(own))) continue;
    report('key', `The key ${printable(key)} is none of the waitlist's.`);
  }
  if (await redis.exists(KEYS.importing))
    report('import', 'An import of a whole copy was cut off.');
  return { records: people.length + unreadable.size, problems };
}

export const greatestJoinNumber = (codes: string[]) =>
  codes.reduce((most, code) => Math.max(most, parseReferralCode(code) ? joinNumber(code) : 0), 0);

/** Whether {waitlist}:joined lets the next member join: a whole number that leaves a join number. */
export function isJoined(joined: string | null, greatest: number): boolean {
  if (joined === null) return greatest === 0;
  return /^\d+$/.test(joined) && Number(joined) >= greatest && Number(joined) < JOIN_NUMBERS - 1;
}

const differenceOf = (change: Change, by: Person[] = []): Problem => {
  return { kind: change.where, change, friends: by.map(({ code }) => code) };
};

/** A sentence without a name or a phone. */
export function describe({ says = '', change, friends = [] }: Problem): string {
  if (!change) return says;
  const { where, field, seen, due } = change;
  const of = field && ` for ${where === 'phones' ? 'a phone' : printable(field)}`;
  const [value, right] = [seen, due].map((text) => printable(text ?? 'nothing'));
  const codes = friends.slice(0, SHOWN).join(', ') + (friends.length > SHOWN ? ', …' : '');
  const why = friends.length ? ` by ${figureOf(friends.length, 'friend')}: ${codes}` : '';
  return `{waitlist}:${where} has ${value}${of}; ${right} is due${why}.`;
}

export async function inspectTwice(redis: Redis) {
  const first = await inspectList(redis);
  if (!first.problems.length) return first;
  const texts = new Set(first.problems.map((problem) => JSON.stringify(problem)));
  const { records, problems } = await inspectList(redis);
  return { records, problems: problems.filter((problem) => texts.has(JSON.stringify(problem))) };
}

export async function setDue(waitlist: Waitlist, problems: Problem[]): Promise<number> {
  const alone = problems.flatMap(({ change }) => (change ? [[change]] : []));
  return (await compareAndSet(waitlist, alone)).filter(Boolean).length;
}
