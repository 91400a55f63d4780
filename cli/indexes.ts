import { INDEXES, type Keys } from '../netlify/queue/keys.ts';
import { JOIN_NUMBER_LIMIT, joinNumber } from '../netlify/queue/referral-code.ts';
import { scoreOf } from '../netlify/queue/score.ts';
import { isReferralCode } from '../src/waitlist/shared/referral.ts';
import type { Change } from './compare-and-set.ts';
import { formatList, pluralize } from './format.ts';
import { type LinkedMember, readAllRecords, readFields } from './members.ts';
import { type FullWaitlist, readLastNumber } from './session.ts';

type Fields = Map<string, string>;
type Indexes = Record<(typeof INDEXES)[number], Fields>;

const emptyIndexes = (): Indexes => ({
  queue: new Map(),
  admitted: new Map(),
  phones: new Map(),
  waves: new Map(),
});

/**
 * What the indexes of a list with these members should hold. If several share a phone, it leads to the one that
 * `phones` names now, otherwise to the first.
 */
export function expectedIndexes(members: LinkedMember[], phones?: Fields): Indexes {
  const expected = emptyIndexes();
  for (const { code, phone, wave, referrals } of members) {
    const score = scoreOf(code, referrals.length);
    expected[wave ? 'admitted' : 'queue'].set(code, `${score}`);
    if (wave) expected.waves.set(wave, String(Number(expected.waves.get(wave) ?? 0) + 1));
    if (!expected.phones.has(phone) || phones?.get(phone) === code)
      expected.phones.set(phone, code);
  }
  return expected;
}

/**
 * The stored last join number, unless a member has a greater one or the list would be full; otherwise the greatest in
 * these codes. Codes of lost members may be invented, so they only count if no number is stored.
 */
export function expectedJoinNumber(stored: string | null, codes: string[], lost: string[] = []) {
  const isNumber = /^\d+$/.test(`${stored}`);
  const numbers = [...codes, ...(isNumber ? [] : lost)].filter(isReferralCode).map(joinNumber);
  const greatest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const last = Number(stored);
  return isNumber && last >= greatest && last < JOIN_NUMBER_LIMIT - 1 ? last : greatest;
}

/** The most referrals that a sentence names. */
const MAX_REFERRALS = 5;

export interface ListProblem {
  kind: Change['where'] | 'lost' | 'unreadable' | 'phone';
  /** Has no names or phones. */
  sentence: string;
  /** What `verify --fix` changes; undefined if only the operator can solve it. */
  change?: Change;
  /** The codes of the referrals that a score should count, so that two readings can be compared. */
  referrals?: string[];
}

/**
 * Compares the indexes with the records. The indexes are read first, so the records are newer than any
 * value that hasn't changed by the time it's fixed. The last join number is read last, so it can't be
 * behind the records.
 */
export async function compareIndexes(waitlist: FullWaitlist) {
  const seen = emptyIndexes();
  for (const name of INDEXES) seen[name] = await readFields(waitlist, name);
  const { members, unreadable } = await readAllRecords(waitlist);
  const lastNumber = await readLastNumber(waitlist);
  const byCode = new Map(members.map((member) => [member.code, member]));
  const recorded = new Set([...byCode.keys(), ...unreadable]);
  const ranked = [...seen.queue.keys(), ...seen.admitted.keys()];
  const lost = new Set([...ranked, ...seen.phones.values()]).difference(recorded);
  const joined = `${expectedJoinNumber(lastNumber, [...recorded], ranked)}`;
  const expected = expectedIndexes(members, seen.phones);

  const problems: ListProblem[] = [];
  for (const code of lost) problems.push({ kind: 'lost', sentence: `${code} has no record.` });
  for (const code of unreadable) {
    problems.push({ kind: 'unreadable', sentence: `The record of ${code} can't be read.` });
  }
  for (const { code, phone } of members) {
    const owner = expected.phones.get(phone);
    const sentence = `${owner} and ${code} have the same phone number.`;
    if (owner !== code) problems.push({ kind: 'phone', sentence });
  }
  const changes = changesTo(expected, seen);
  // A list that nobody has joined has none.
  if (lastNumber !== joined && (lastNumber !== null || joined !== '0'))
    changes.push({ where: 'lastJoinNumber', field: '', seen: lastNumber, expected: joined });
  for (const change of changes) {
    const referrals = byCode.get(change.field)?.referrals.map(({ code }) => code) ?? [];
    const sentence = describeChange(change, waitlist.keys, referrals);
    problems.push({ kind: change.where, sentence, change, referrals });
  }
  return { records: recorded.size, problems };
}

/** The changes that turn the indexes, as seen, into the expected ones. */
function changesTo(expected: Indexes, seen: Indexes): Change[] {
  const changes: Change[] = [];
  for (const where of INDEXES) {
    for (const field of new Set(expected[where].keys()).union(seen[where])) {
      const was = seen[where].get(field) ?? null;
      const due = expected[where].get(field) ?? null;
      if (was === due) continue;
      const code = where === 'phones' ? due : field;
      // A member who has left since must not come back.
      const member = due !== null && where !== 'waves' ? (code ?? undefined) : undefined;
      changes.push({ where, field, seen: was, expected: due, member });
    }
  }
  return changes;
}

function describeChange(change: Change, keys: Keys, referrals: string[]): string {
  const { where, field, seen, expected } = change;
  const name = where === 'phones' ? 'a phone' : field;
  const found = seen === null ? `is missing ${name}` : `has ${seen}${name && ` for ${name}`}`;
  const sentence = `${keys[where]} ${found.trim()}; expected ${expected ?? 'none'}`;
  if (!referrals.length) return sentence;
  const counted = pluralize(referrals.length, 'referral');
  return `${sentence}, counting ${counted}: ${formatList(referrals, MAX_REFERRALS)}`;
}

/**
 * The problems that two readings agree on, since members may join or leave during one. For the last join number one
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
  const blocking = agreed.filter(
    ({ kind }) => kind === 'unreadable' || (kind === 'lost' && !removeLost),
  );
  return { records, problems: blocking.length ? blocking : agreed };
}
