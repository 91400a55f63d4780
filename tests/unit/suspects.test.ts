import { expect, test } from 'vitest';
import { linkPeople, personOf } from '../../cli/census.ts';
import { findSuspects } from '../../cli/find-suspects.ts';
import { DAY, type Draft, honestPeople, MINUTE, membersOf } from '../support/honest-list.ts';
import { randomFrom } from '../support/random.ts';

const honest = honestPeople(100_000);
const random = randomFrom(7);
const anyPhone = () => 2_000_000_000 + Math.floor(random() * 8e9);

/** The reasons by the phones of the suspects. */
function suspectsAmong(people: Draft[]): Map<number | undefined, string[]> {
  return new Map(
    findSuspects(linkPeople(membersOf([...people]).map(personOf))).map(({ person, reasons }) => {
      return [Number(person.phone), reasons.map(({ says }) => says)];
    }),
  );
}

/** An inviter of 20 days ago with friends, each as `friend` makes it. */
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

const KINDS: [kind: string, people: Draft[], says: RegExp][] = [
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
    'forty from one post who bring nobody',
    cheat(40, () => ({ after: random() * 6 * DAY, source: 'reddit/freebies' })),
    /^none of 40, all of one source, brought a friend in a week or more; of others \d+ would have$/,
  ],
  [
    'a patient crowd that brings nobody',
    cheat(90, () => ({ after: random() * 10 * DAY })),
    /^none of 90, brought a friend/,
  ],
];
const found = suspectsAmong([...honest, ...KINDS.flatMap(([, people]) => people)]);

test.each(KINDS)('%s', (_, [head], says) => {
  const reasons = found.get(head?.phone) ?? [];
  expect(reasons).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
});

test('nobody else of an honest list of 100,000 is suspected, with those among them or without', () => {
  const heads = KINDS.map(([, [head]]) => head?.phone);
  expect([...found.keys()].sort()).toEqual(heads.sort());
  expect(suspectsAmong(honest)).toEqual(new Map());
});
