import { expect, test } from 'vitest';
import { linkPeople, personOf } from '../../cli/census.ts';
import { findSuspects } from '../../cli/find-suspects.ts';
import { DAY, type Draft, honestPeople, MINUTE, membersOf } from '../support/honest-list.ts';
import { randomFrom } from '../support/random.ts';

const honest = honestPeople(100_000);
const random = randomFrom(7);
const anyPhone = () => 2_000_000_000 + Math.floor(random() * 8e9);

/** Whoever is suspected among some people, by phone, and why. */
function suspectsAmong(people: Draft[]): Map<number | undefined, string[]> {
  return new Map(
    findSuspects(linkPeople(membersOf([...people]).map(personOf))).map(({ person, reasons }) => {
      return [Number(person.phone), reasons.map(({ says }) => says)];
    }),
  );
}

/** Somebody who joined 20 days ago, and her friends, each as `friend` makes her. */
function cheat(
  friends: number,
  friend: (n: number) => { after: number } & Partial<Draft>,
): Draft[] {
  const head: Draft = { at: Date.now() - 20 * DAY, phone: anyPhone() };
  const made = Array.from({ length: friends }, (_, n): Draft => {
    const { after, ...given } = friend(n);
    return { phone: anyPhone(), inviter: head, ...given, at: head.at + after };
  });
  return [head, ...made];
}

/** Each brings as many as `width` before the next hour, and so on for some generations. */
function descend(width: number, generations: number): Draft[] {
  const head = { at: Date.now() - DAY, phone: anyPhone() };
  const people: Draft[] = [head];
  let last: Draft[] = [head];
  for (let generation = 1; generation < generations; generation += 1) {
    last = last.flatMap((inviter) =>
      Array.from({ length: width }, () => {
        return { at: inviter.at + MINUTE + random() * 5 * MINUTE, phone: anyPhone(), inviter };
      }),
    );
    people.push(...last);
  }
  return people;
}

const KINDS: [kind: string, people: Draft[], says: RegExp | undefined][] = [
  [
    'a program that signs up forty in three minutes',
    cheat(40, () => ({ after: random() * 3 * MINUTE })),
    /^\d\d joined within 10 seconds of the one before$/,
  ],
  [
    'bursts of six on five days',
    cheat(30, (n) => ({ after: Math.floor(n / 6) * DAY + (n % 6) * 4_000 })),
    /^25 joined within 10 seconds/,
  ],
  [
    'numbers in a row, over days',
    cheat(12, (n) => ({ after: random() * 5 * DAY, phone: 5_550_100_000 + n })),
    /^12 have phone numbers in a row$/,
  ],
  [
    'every seventh number',
    cheat(12, (n) => ({ after: random() * 5 * DAY, phone: 5_550_200_000 + 7 * n })),
    /^12 have phone numbers in a row$/,
  ],
  [
    'numbers of one thousand, over a week',
    cheat(16, (n) => ({ after: random() * 7 * DAY, phone: 5_550_300_000 + n * 61 })),
    /^16 have phone numbers of one thousand$/,
  ],
  [
    'one every twenty minutes, more or less',
    cheat(30, (n) => ({ after: (n * 20 + random() * 2) * MINUTE })),
    /^29 joined at even pauses, of about 1,\d\d\d seconds$/,
  ],
  [
    'forty from one post who bring nobody',
    cheat(40, () => ({ after: random() * 6 * DAY, source: 'reddit/freebies' })),
    /^none of 40, all of one source, brought a friend in a week or more; of others \d+ would have$/,
  ],
  [
    'a patient crowd that brings nobody',
    cheat(90, () => ({ after: random() * 10 * DAY })),
    /^none of 90, brought a friend/,
  ],
  [
    'a chain of fifteen, each through the one before',
    descend(1, 15),
    /^a chain of 15 began with her, each within an hour of the one before$/,
  ],
  // Not found: each of them has no more friends than anybody.
  ['a tree of which each brings two', descend(2, 6), undefined],
];
const found = suspectsAmong([...honest, ...KINDS.flatMap(([, people]) => people)]);

test.each(KINDS)('%s', (_, [head], says) => {
  const reasons = found.get(head?.phone) ?? [];
  expect(reasons).toEqual(says ? expect.arrayContaining([expect.stringMatching(says)]) : []);
});

test('nobody else of an honest list of 100,000 is suspected, with those among them or without', () => {
  const heads = KINDS.flatMap(([, people, says]) => (says ? people[0]?.phone : []));
  expect([...found.keys()].sort()).toEqual(heads.sort());
  expect(suspectsAmong(honest)).toEqual(new Map());
});
