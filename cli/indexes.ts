import type { Keys } from '../netlify/queue/keys.ts';
import { JOIN_NUMBERS, joinNumber } from '../netlify/queue/referral-code.ts';
import { POSITIONS_PER_REFERRAL, parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { type Change, compareAndSet } from './compare-and-set.ts';
import { pluralize, sanitizeForTerminal } from './format.ts';
import { type FullWaitlist, readFields } from './members.ts';
import { type LinkedMember, readAllMembers } from './read-all-members.ts';
import { RESTORING } from './restore.lua.ts';

export const INDEXES = ['queue', 'admitted', 'phones', 'waves'] as const;

type Index = (typeof INDEXES)[number];

export interface Problem {
  kind: Change['where'] | 'restore' | 'lost' | 'unreadable' | 'phone';
  /** Has no names or phones. */
  sentence: string;
  /** What `verify --fix` changes; without one, it's up to the operator. */
  change?: Change;
  /** The codes of the referrals that a score should count. */
  referrals?: string[];
}

/**
 * What the indexes should hold for these members. If several share a phone, it leads to the one that
 * `phones` names now, otherwise to the first.
 */
export function dueIndexes(members: LinkedMember[], phones?: Map<string, string>) {
  const due = { queue: new Map(), admitted: new Map(), phones: new Map(), waves: new Map() };
  for (const { code, phone, wave, referrals } of members) {
    const score = joinNumber(code) - POSITIONS_PER_REFERRAL * referrals.length;
    due[wave ? 'admitted' : 'queue'].set(code, String(score));
    if (wave) due.waves.set(wave, String(Number(due.waves.get(wave) ?? 0) + 1));
    if (!due.phones.has(phone) || phones?.get(phone) === code) due.phones.set(phone, code);
  }
  return due satisfies Record<Index, Map<string, string>>;
}

/**
 * Compares the indexes with the records. The indexes are read first, so the records are newer than any
 * value that hasn't changed by the time it's fixed. Members in an index are lost if they have no record;
 * with `removeLost`, their values should go.
 */
export async function compareIndexes(waitlist: FullWaitlist, removeLost = false) {
  const { redis, keys } = waitlist;
  const problems: Problem[] = [];
  const report = (kind: Problem['kind'], sentence: string) => problems.push({ kind, sentence });
  const counter = await redis.get<string>(keys.lastJoinNumber);
  if (counter === RESTORING) {
    report('restore', 'A restore is running, or was cut off less than two minutes ago.');
    return { records: 0, problems };
  }
  const [queue, admitted] = [
    await readFields(waitlist, 'queue'),
    await readFields(waitlist, 'admitted'),
  ];
  const [phones, waves] = [
    await readFields(waitlist, 'phones'),
    await readFields(waitlist, 'waves'),
  ];
  const seen = { queue, admitted, phones, waves };
  const { members, unreadable } = await readAllMembers(waitlist);
  const due = dueIndexes(members, seen.phones);
  const byCode = new Map(members.map((member) => [member.code, member]));
  const codes = [...seen.queue.keys(), ...seen.admitted.keys(), ...seen.phones.values()];
  const lost = new Set(codes.filter((code) => !byCode.has(code) && !unreadable.has(code)));

  for (const code of removeLost ? [] : lost) report('lost', sanitizeForTerminal(code));
  for (const code of unreadable) {
    report('unreadable', `The record of ${sanitizeForTerminal(code)} can't be read.`);
  }
  for (const where of INDEXES) {
    for (const field of new Set(due[where].keys()).union(seen[where])) {
      const [value, right] = [seen[where].get(field) ?? null, due[where].get(field) ?? null];
      if (value === right) continue;
      const code = where === 'phones' ? right : field;
      // A member who has left since must not come back.
      const member = right !== null && where !== 'waves' ? (code ?? undefined) : undefined;
      const change = { where, field, seen: value, due: right, member };
      const isScore = where === 'queue' || where === 'admitted';
      const referrals = (isScore && byCode.get(field)?.referrals.map(({ code }) => code)) || [];
      const sentence = describeChange(change, keys) + describeReferrals(referrals);
      problems.push({ kind: where, sentence, change, referrals });
    }
  }
  for (const { code, phone } of members) {
    const owner = due.phones.get(phone);
    if (owner !== code) report('phone', `${owner} and ${code} have the same phone number.`);
  }
  const greatest = greatestJoinNumber([...unreadable, ...lost, members.at(-1)?.code ?? '']);
  if (!isValidJoinCounter(counter, greatest)) {
    const where = 'lastJoinNumber';
    const change = { where, field: '', seen: counter, due: String(greatest) } as const;
    problems.push({ kind: where, sentence: describeChange(change, keys), change });
  }
  return { records: members.length + unreadable.size, problems };
}

export const greatestJoinNumber = (codes: string[]) =>
  codes.reduce((most, code) => Math.max(most, parseReferralCode(code) ? joinNumber(code) : 0), 0);

/** Whether the next member can join with {waitlist}:last_join_number. */
export function isValidJoinCounter(counter: string | null, greatest: number): boolean {
  if (counter === null) return greatest === 0;
  return /^\d+$/.test(counter) && Number(counter) >= greatest && Number(counter) < JOIN_NUMBERS - 1;
}

function describeChange({ where, field, seen, due }: Change, keys: Keys): string {
  const of = field && ` for ${where === 'phones' ? 'a phone' : field}`;
  const texts = `${keys[where]} has ${seen ?? 'nothing'}${of}; ${due ?? 'nothing'} is due`;
  return sanitizeForTerminal(texts);
}

function describeReferrals(codes: string[]): string {
  if (!codes.length) return '';
  const more = codes.length > 5 ? ', …' : '';
  return `, counting ${pluralize(codes.length, 'referral')}: ${codes.slice(0, 5).join(', ')}${more}`;
}

/**
 * The problems that two readings agree on, since members may join or leave during one. If records are
 * missing, only those problems, because the records say what the indexes should hold.
 */
export async function inspectTwice(waitlist: FullWaitlist, removeLost = false) {
  const first = await compareIndexes(waitlist, removeLost);
  if (!first.problems.length) return first;
  const texts = new Set(first.problems.map((problem) => JSON.stringify(problem)));
  const { records, problems } = await compareIndexes(waitlist, removeLost);
  const agreed = problems.filter((problem) => texts.has(JSON.stringify(problem)));
  const missing = agreed.filter(({ kind }) => kind === 'lost' || kind === 'unreadable');
  return { records, problems: missing.length ? missing : agreed };
}

/** Applies the changes; resolves with how many were made. */
export async function fixProblems(waitlist: FullWaitlist, problems: Problem[]): Promise<number> {
  const changes = problems.flatMap(({ change }) => (change ? [[change]] : []));
  return (await compareAndSet(waitlist, changes)).filter(Boolean).length;
}
