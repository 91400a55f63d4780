import type { Keys } from '../netlify/queue/keys.ts';
import { JOIN_NUMBERS, joinNumber } from '../netlify/queue/referral-code.ts';
import { POSITIONS_PER_REFERRAL, parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { type Change, compareAndSet } from './compare-and-set.ts';
import { formatList, pluralize, sanitizeForTerminal } from './format.ts';
import { type FullWaitlist, readFields } from './members.ts';
import { type LinkedMember, readAllMembers } from './read-all-members.ts';

const INDEXES = ['queue', 'admitted', 'phones', 'waves'] as const;

type Indexes = Record<(typeof INDEXES)[number], Map<string, string>>;

const emptyIndexes = (): Indexes => ({
  queue: new Map(),
  admitted: new Map(),
  phones: new Map(),
  waves: new Map(),
});

/**
 * What the indexes should hold for these members. If several share a phone, it leads to the one that
 * `phones` names now, otherwise to the first.
 */
export function expectedIndexes(members: LinkedMember[], phones?: Map<string, string>): Indexes {
  const expected = emptyIndexes();
  for (const { code, phone, wave, referrals } of members) {
    const score = joinNumber(code) - POSITIONS_PER_REFERRAL * referrals.length;
    expected[wave ? 'admitted' : 'queue'].set(code, String(score));
    if (wave) expected.waves.set(wave, String(Number(expected.waves.get(wave) ?? 0) + 1));
    if (!expected.phones.has(phone) || phones?.get(phone) === code)
      expected.phones.set(phone, code);
  }
  return expected;
}

export const greatestJoinNumber = (codes: string[]) =>
  codes.reduce((most, code) => Math.max(most, parseReferralCode(code) ? joinNumber(code) : 0), 0);

/** Whether the next member can join with {waitlist}:last_join_number. */
export function isValidJoinCounter(counter: string | null, greatest: number): boolean {
  if (counter === null) return greatest === 0;
  return /^\d+$/.test(counter) && Number(counter) >= greatest && Number(counter) < JOIN_NUMBERS - 1;
}

/** The most referrals that a sentence names. */
const MAX_REFERRALS = 5;

export interface Problem {
  kind: Change['where'] | 'lost' | 'unreadable' | 'phone';
  /** Has no names or phones. */
  sentence: string;
  /** What `verify --fix` changes; undefined if only the operator can solve it. */
  change?: Change | undefined;
  /** The codes of the referrals that a score should count, so that two readings can be compared. */
  referrals?: string[];
}

/**
 * Compares the indexes with the records. The indexes are read first, so the records are newer than any
 * value that hasn't changed by the time it's fixed. The counter is read last, so it can't be behind
 * the records.
 */
export async function compareIndexes(waitlist: FullWaitlist) {
  const { redis, keys } = waitlist;
  const seen = emptyIndexes();
  for (const name of INDEXES) seen[name] = await readFields(waitlist, name);
  const { members, unreadable } = await readAllMembers(waitlist);
  const counter = await redis.get<string>(keys.lastJoinNumber);
  const recorded = new Set([...members.map(({ code }) => code), ...unreadable]);
  const indexed = [...seen.queue.keys(), ...seen.admitted.keys(), ...seen.phones.values()];
  const lost = new Set(indexed).difference(recorded);
  const problems: Problem[] = [];
  const report = (kind: Problem['kind'], sentence: string, change?: Change) =>
    problems.push({ kind, sentence: sanitizeForTerminal(sentence), change });
  for (const code of lost) report('lost', `${code} has no record.`);
  for (const code of unreadable) report('unreadable', `The record of ${code} can't be read.`);
  problems.push(...compareValues(members, seen, keys));
  const greatest = greatestJoinNumber([...recorded, ...lost]);
  if (!isValidJoinCounter(counter, greatest)) {
    const where = 'lastJoinNumber';
    const change = { where, field: '', seen: counter, expected: String(greatest) } as const;
    report(where, describeChange(change, keys), change);
  }
  return { records: recorded.size, problems };
}

/** Compares each index with the one that the members' records make, and finds members who share a phone. */
function compareValues(members: LinkedMember[], seen: Indexes, keys: Keys): Problem[] {
  const problems: Problem[] = [];
  const byCode = new Map(members.map((member) => [member.code, member]));
  const all = expectedIndexes(members, seen.phones);
  for (const where of INDEXES) {
    for (const field of new Set(all[where].keys()).union(seen[where])) {
      const [value, expected] = [seen[where].get(field) ?? null, all[where].get(field) ?? null];
      if (value === expected) continue;
      const code = where === 'phones' ? expected : field;
      // A member who has left since must not come back.
      const member = expected !== null && where !== 'waves' ? (code ?? undefined) : undefined;
      const change = { where, field, seen: value, expected, member };
      const isScore = where === 'queue' || where === 'admitted';
      const referrals = (isScore && byCode.get(field)?.referrals.map(({ code }) => code)) || [];
      const sentence = describeChange(change, keys) + describeReferrals(referrals);
      problems.push({ kind: where, sentence, change, referrals });
    }
  }
  for (const { code, phone } of members) {
    const owner = all.phones.get(phone);
    const sentence = `${owner} and ${code} have the same phone number.`;
    if (owner !== code) problems.push({ kind: 'phone', sentence });
  }
  return problems;
}

function describeChange({ where, field, seen, expected }: Change, keys: Keys): string {
  const name = where === 'phones' ? 'a phone' : field;
  const found = seen === null ? `is missing ${name}` : `has ${seen}${name && ` for ${name}`}`;
  return sanitizeForTerminal(`${keys[where]} ${found.trim()}; expected ${expected ?? 'none'}`);
}

function describeReferrals(codes: string[]): string {
  if (!codes.length) return '';
  return `, counting ${pluralize(codes.length, 'referral')}: ${formatList(codes, MAX_REFERRALS)}`;
}

/**
 * The problems that two readings agree on, since members may join or leave during one. For the counter one
 * is enough, and two would never agree while members join. If records are unreadable, or lost without
 * `removeLost`, only those problems, because what the indexes should hold follows from the records.
 */
export async function inspectTwice(waitlist: FullWaitlist, removeLost = false) {
  const first = await compareIndexes(waitlist);
  if (!first.problems.length) return first;
  const texts = new Set(first.problems.map((problem) => JSON.stringify(problem)));
  const { records, problems } = await compareIndexes(waitlist);
  const agreed = problems.filter(
    (problem) => problem.kind === 'lastJoinNumber' || texts.has(JSON.stringify(problem)),
  );
  const missing = agreed.filter(
    ({ kind }) => kind === 'unreadable' || (kind === 'lost' && !removeLost),
  );
  return { records, problems: missing.length ? missing : agreed };
}

/** Applies the changes; resolves with how many were made. */
export async function fixProblems(waitlist: FullWaitlist, problems: Problem[]): Promise<number> {
  const changes = problems.flatMap(({ change }) => (change ? [[change]] : []));
  return (await compareAndSet(waitlist, changes)).filter(Boolean).length;
}
