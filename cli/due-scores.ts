import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import type { Stored } from './problems.ts';

/** Every record by its phone: a Map, or a CompactMap of a long list. */
export interface Records extends Iterable<Stored> {
  readonly size: number;
  get(phone: string): string | undefined;
}

/** The score of each code: the join number less five for each friend in the records. */
export function dueScores(records: Records): Map<string, number> {
  const { members } = readMembers(records);
  const holders = holdersOf(members.values());
  const friends = friendsByInviter(members.values(), holders);
  return new Map(Array.from(holders.keys(), (code) => [code, dueScore(code, friends)]));
}

export type Friends = Map<string, Member[]>;

export function dueScore(code: string, friends: Friends): number {
  return joinNumber(code) - 5 * (friends.get(code)?.length ?? 0);
}

/** The members whose records can be read, and what else is stored. */
export function readMembers(records: Records) {
  const members = new Map<string, Member>();
  const unreadable: Stored[] = [];
  for (const [phone, record] of records) {
    const member = parseRecord(phone, record);
    if (member) members.set(phone, member);
    else unreadable.push([phone, record]);
  }
  return { members, unreadable };
}

/** Code -> who has it; of two, who joined first. */
export function holdersOf(members: Iterable<Member>): Map<string, Member> {
  const holders = new Map<string, Member>();
  for (const member of members) {
    const holder = holders.get(member.code);
    if (!holder || isEarlier(member, holder)) holders.set(member.code, member);
  }
  return holders;
}

export function isEarlier(a: Member, b: Member): boolean {
  return a.joinedAt < b.joinedAt || (a.joinedAt === b.joinedAt && a.phone < b.phone);
}

/**
 * Whether she joined before her inviter, by number and by the clock: whoever got a new number from
 * a repair is later than her friends by number alone.
 */
export function isImpossible(
  { code, inviter, joinedAt }: Member,
  holders: Map<string, Member>,
): boolean {
  if (!inviter) return false;
  if (inviter === code) return true;
  if (joinNumber(inviter) < joinNumber(code)) return false;
  const holder = holders.get(inviter);
  return !holder || joinedAt <= holder.joinedAt;
}

/** Whom each code brought. A credit that nobody can have given is not counted. */
export function friendsByInviter(members: Iterable<Member>, holders: Map<string, Member>): Friends {
  const friends: Friends = new Map();
  for (const member of members) {
    if (!member.inviter || isImpossible(member, holders)) continue;
    const others = friends.get(member.inviter);
    if (others) others.push(member);
    else friends.set(member.inviter, [member]);
  }
  return friends;
}
