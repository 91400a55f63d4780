import type { Keys } from '../netlify/queue/keys.ts';
import { JOIN_NUMBERS, joinNumber } from '../netlify/queue/referral-code.ts';
import {
  POSITIONS_PER_REFERRAL,
  PREFIX_LENGTH,
  parseReferralCode,
} from '../src/waitlist/shared/referral.ts';
import { type Change, compareAndSet } from './compare-and-set.ts';
import { pluralize, sanitizeForTerminal } from './format.ts';
import { type FullWaitlist, readFields, readValues } from './members.ts';
import { type LinkedMember, readAllMembers } from './read-all-members.ts';

/** Either a change that is due, or what is left to the operator, in a sentence. */
export interface Problem {
  kind: Change['where'] | 'unreadable' | 'phone' | 'number' | 'half import' | 'import';
  sentence?: string;
  change?: Change;
  /** The codes of the referrals that make a score due. */
  referrals?: string[];
}

export const MAX_SHOWN = 5;

const INDEXES = ['queue', 'admitted', 'phones', 'waves'] as const;

/**
 * Compares the indexes with the records, which are read last: a value that still stands when it is set
 * was there before them. A value that is missing in both readings may be of a member who left since, so
 * compareAndSet looks for the record. While an import is under way, that is the only problem.
 */
export async function compareIndexes(waitlist: FullWaitlist) {
  const { redis, keys } = waitlist;
  const problems: Problem[] = [];
  const report = (kind: Problem['kind'], sentence: string) => problems.push({ kind, sentence });
  const fields = ['lines', 'done', 'joined'];
  const [lines, done, everJoined] = await readValues(waitlist, 'importing', fields);
  if (lines !== done) {
    report('half import', 'An import of a whole copy is under way, or was cut off.');
    return { records: await redis.hlen(keys.members), problems };
  }
  const joined = await redis.get<string>(keys.lastJoinNumber);
  const seen = {} as Record<(typeof INDEXES)[number], Map<string, string>>;
  for (const name of INDEXES) seen[name] = await readFields(waitlist, name);
  const { members, unreadable } = await readAllMembers(waitlist);
  function compare(where: keyof typeof seen, field: string, due: string, by?: LinkedMember[]) {
    const value = seen[where].get(field) ?? null;
    seen[where].delete(field);
    // The unreadable record may be of the referral or the member who is missing.
    const isDecided = !unreadable.size || value === null || where === 'phones';
    if (value !== due && isDecided) {
      problems.push(differenceOf({ where, field, seen: value, due }, by));
    }
  }

  const owners = new Map<string, string>();
  const waves = new Map<string, number>();
  for (const [i, { code, phone, wave, referrals }] of members.entries()) {
    const score = joinNumber(code) - POSITIONS_PER_REFERRAL * referrals.length;
    compare(wave ? 'admitted' : 'queue', code, String(score), referrals);
    if (wave) waves.set(wave, (waves.get(wave) ?? 0) + 1);
    const twin = owners.get(phone);
    if (twin) report('phone', `${twin} and ${code} have the same phone number.`);
    if (!twin || seen.phones.get(phone) === code) owners.set(phone, code);
    const before = members[i - 1]?.code ?? '';
    if (before.slice(0, PREFIX_LENGTH) === code.slice(0, PREFIX_LENGTH)) {
      report('number', `${before} and ${code} have the same join number.`);
    }
  }
  for (const [phone, code] of owners) compare('phones', phone, code);
  for (const [wave, count] of waves) compare('waves', wave, String(count));
  for (const code of unreadable) {
    report('unreadable', `The record of ${sanitizeForTerminal(code)} cannot be read.`);
  }
  // compare() has removed the values that belong to a record.
  for (const where of INDEXES) {
    if (where === 'waves' && unreadable.size) continue;
    for (const [field, value] of seen[where]) {
      if (unreadable.has(where === 'phones' ? value : field)) continue;
      problems.push(differenceOf({ where, field, seen: value, due: null }));
    }
  }
  const greatest = greatestJoinNumber([...unreadable, members.at(-1)?.code ?? '']);
  if (lines) report('import', 'An import has written its lines, but did not end.');
  if (!isValidJoinCounter(joined, greatest)) {
    const due = everJoined ?? `${greatest}`;
    problems.push(differenceOf({ where: 'lastJoinNumber', field: '', seen: joined, due }));
  }
  return { records: members.length + unreadable.size, problems };
}

export const greatestJoinNumber = (codes: string[]) =>
  codes.reduce((most, code) => Math.max(most, parseReferralCode(code) ? joinNumber(code) : 0), 0);

/** Whether {waitlist}:last_join_number lets the next member join: a whole number that leaves a join number. */
export function isValidJoinCounter(joined: string | null, greatest: number): boolean {
  if (joined === null) return greatest === 0;
  return /^\d+$/.test(joined) && Number(joined) >= greatest && Number(joined) < JOIN_NUMBERS - 1;
}

const differenceOf = (change: Change, by: LinkedMember[] = []): Problem => {
  return { kind: change.where, change, referrals: by.map(({ code }) => code) };
};

/** A sentence without a name or a phone. */
export function describeProblem(
  { sentence = '', change, referrals = [] }: Problem,
  keys: Keys,
): string {
  if (!change) return sentence;
  const { where, field, seen, due } = change;
  const of = field && ` for ${where === 'phones' ? 'a phone' : sanitizeForTerminal(field)}`;
  const [value, right] = [seen, due].map((text) => sanitizeForTerminal(text ?? 'nothing'));
  const codes =
    referrals.slice(0, MAX_SHOWN).join(', ') + (referrals.length > MAX_SHOWN ? ', …' : '');
  const why = referrals.length ? ` by ${pluralize(referrals.length, 'referral')}: ${codes}` : '';
  return `${keys[where]} has ${value}${of}; ${right} is due${why}.`;
}

export async function inspectTwice(waitlist: FullWaitlist) {
  const first = await compareIndexes(waitlist);
  if (!first.problems.length) return first;
  const texts = new Set(first.problems.map((problem) => JSON.stringify(problem)));
  const { records, problems } = await compareIndexes(waitlist);
  return { records, problems: problems.filter((problem) => texts.has(JSON.stringify(problem))) };
}

export const isFixable = ({ change, kind }: Problem) => change || kind === 'import';

/** Sets what is due, and ends an import that has written its lines; how many of these are done. */
export async function fixProblems(waitlist: FullWaitlist, problems: Problem[]): Promise<number> {
  // In this order: once `joined`, which comes last, is a number, visitors join.
  const changes = problems.flatMap(({ change }) => (change ? [[change]] : []));
  const done = await compareAndSet(waitlist, changes);
  const isImport = problems.some(({ kind }) => kind === 'import');
  const ended = isImport ? await waitlist.redis.del(waitlist.keys.importing) : 0;
  return done.filter(Boolean).length + ended;
}
