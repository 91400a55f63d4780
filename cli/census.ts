import type { Redis } from '@upstash/redis';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import { SPOTS_PER_FRIEND } from '../src/waitlist/shared/referral.ts';
import { scanRecords } from './members.ts';

type Counted = 'code' | 'phone' | 'joinedAt' | 'source' | 'inviter' | 'wave' | 'admittedAt';

export interface Person extends Pick<Member, Counted> {
  invitedBy: Person | undefined;
  /** In the order in which they joined. */
  friends: Person[];
}

const NOBODY: Person[] = [];

/** Without the names, since those of a million members are half a gigabyte. */
export function personOf(member: Member): Person {
  const { code, phone, joinedAt, source, inviter, wave, admittedAt } = member;
  const counted = { code, phone, joinedAt, source, inviter, wave, admittedAt };
  return { ...counted, invitedBy: undefined, friends: NOBODY };
}

/** Links inviters and friends; the people come back in the order in which they joined. */
export function linkPeople(people: Person[]): Person[] {
  // Codes descend with the join number.
  people.sort((a, b) => (a.code < b.code ? 1 : -1));
  const withCode = new Map<string | undefined, Person>();
  for (const person of people) withCode.set(person.code, person);
  for (const person of people) {
    const inviter = withCode.get(person.inviter);
    if (!inviter) continue;
    person.invitedBy = inviter;
    if (inviter.friends === NOBODY) inviter.friends = [];
    inviter.friends.push(person);
  }
  return people;
}

/** All members, by their records, and the codes whose records cannot be read. */
export async function readCensus(redis: Redis) {
  const people: Person[] = [];
  const unreadable: string[] = [];
  for await (const page of scanRecords(redis)) {
    for (const [code, record] of page) {
      const member = parseRecord(code, record);
      if (member) people.push(personOf(member));
      else unreadable.push(code);
    }
  }
  return { people: linkPeople(people), unreadable };
}

export const scoreOf = ({ code, friends }: Person) =>
  joinNumber(code) - SPOTS_PER_FRIEND * friends.length;
