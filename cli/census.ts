import type { Member } from '../netlify/queue/record.ts';
import type { Reading } from './read-queue.ts';

/** Somebody on the list, with whom she came through and whom she brought. */
export interface Person
  extends Pick<
    Member,
    'code' | 'phone' | 'joinedAt' | 'source' | 'inviter' | 'wave' | 'admittedAt'
  > {
  /** Her inviter; undefined where that is nobody, or somebody who is not on the list any more. */
  host: Person | undefined;
  /** Who came through her and is on the list, in the order in which they joined. */
  friends: Person[];
  /** Where the chain of friends that led to her began: the last source that a link in it named, or ''. */
  origin: string;
}

/** What is counted of a member, not linked to others yet; the rest would be half a gigabyte for a million. */
export function personOf(member: Member): Person {
  const { code, phone, joinedAt, source, inviter, wave, admittedAt } = member;
  const counted = { code, phone, joinedAt, source, inviter, wave, admittedAt };
  return { ...counted, host: undefined, friends: [], origin: '' };
}

/** Links people, each given once, in any order; they come back in the order in which they joined. */
export function linkPeople(people: Person[]): Person[] {
  // Codes descend with the join number.
  people.sort((a, b) => (a.code < b.code ? 1 : -1));
  const earlier = new Map<string | undefined, Person>();
  for (const person of people) {
    // An inviter who came no earlier is wrong, as verify says.
    person.host = earlier.get(person.inviter);
    person.host?.friends.push(person);
    person.origin = person.source ?? person.host?.origin ?? '';
    earlier.set(person.code, person);
  }
  return people;
}

/** Everybody of a reading whose record can be read. */
export async function readCensus({ pages }: Reading): Promise<Person[]> {
  const people: Person[] = [];
  for await (const page of pages('Reading')) {
    for (const { member } of page) if (member) people.push(personOf(member));
  }
  return linkPeople(people);
}
