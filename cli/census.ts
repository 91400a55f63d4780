import type { Redis } from '@upstash/redis';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import type { Waitlist } from '../netlify/queue/waitlist-script.ts';
import { scanRecords } from './members.ts';

type Counted = 'code' | 'phone' | 'joinedAt' | 'source' | 'inviter' | 'wave' | 'admittedAt';

export interface Person extends Pick<Member, Counted> {
  invitedBy: Person | undefined;
  /** In the order in which they joined. */
  friends: Person[];
  /** The member's source, else that of the inviter, and so on. */
  origin: string;
}

/** Without the names, which would take half a gigabyte for a million members. */
export function personOf(member: Member): Person {
  const { code, phone, joinedAt, source, inviter, wave, admittedAt } = member;
  const counted = { code, phone, joinedAt, source, inviter, wave, admittedAt };
  return { ...counted, invitedBy: undefined, friends: [], origin: 'none' };
}

/** Links inviters and friends; returns them in the order in which they joined. */
export function linkPeople(withCode: Map<string | undefined, Person>): Person[] {
  // Codes descend with the join number.
  const people = [...withCode.values()].sort((a, b) => (a.code < b.code ? 1 : -1));
  for (const person of people) {
    const inviter = withCode.get(person.inviter);
    person.origin = person.source ?? inviter?.origin ?? 'none';
    person.invitedBy = inviter;
    inviter?.friends.push(person);
  }
  return people;
}

export async function readCensus(waitlist: Waitlist<Redis>) {
  const withCode = new Map<string, Person>();
  const unreadable = new Set<string>();
  for await (const page of scanRecords(waitlist)) {
    for (const [code, record] of page) {
      const member = parseRecord(code, record);
      if (member) withCode.set(code, personOf(member));
      else unreadable.add(code);
    }
  }
  return { people: linkPeople(withCode), unreadable };
}
