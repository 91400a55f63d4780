import { describe, expect, test } from 'vitest';
import { dueScores } from '../../cli/due-scores.ts';
import { inspect, type ListReading } from '../../cli/inspect.ts';
import { RESTORING, UNREADABLE } from '../../cli/keys.ts';
import { describe as sentence } from '../../cli/problems.ts';
import { dayOf, KEYS } from '../../netlify/queue/queue.ts';
import { formatRecord, type Member } from '../../netlify/queue/record.ts';
import { codePrefix } from '../../netlify/queue/referral-code.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

const codeOf = (number: number) => `${codePrefix(number)}abcdefgh`;

/** Who joined as number `number`, a second after the one before. */
function member(number: number, given: Partial<Member> = {}): Member {
  return {
    phone: String(2_000_000_000 + number),
    code: codeOf(number),
    key: `the-key-of-person-${number}`,
    inviter: undefined,
    firstName: 'Ana',
    lastName: 'Lee',
    joinedAt: NOON + number * 1000,
    consent: undefined,
    ...given,
  };
}

/** A sound list of these members, but for what is given. */
function reading(members: Member[], given: Partial<ListReading> = {}): ListReading {
  const records = new Map(members.map((each) => [each.phone, formatRecord(each)]));
  return {
    records,
    scores: dueScores(records),
    joined: members.length,
    days: new Map([[dayOf(NOON), members.length]]),
    keys: new Map(),
    ...given,
  };
}

const sentences = (list: ListReading) => inspect(list).problems.map(sentence);

const inviter = codeOf(1);
const friends = [member(1), member(2, { inviter }), member(3, { inviter })];

test('an empty list is sound', () => {
  expect(sentences(reading([]))).toEqual([]);
});

test('a score is the join number less five for each friend', () => {
  expect(reading(friends).scores.get(inviter)).toBe(-9);
  expect(sentences(reading(friends))).toEqual([]);
});

test.each([
  [1, '2 friends are not counted'],
  [-4, '1 friend is not counted'],
  [-14, '1 friend too many is counted'],
  [-19, '2 friends too many are counted'],
])('a score of %d instead of -9: %s', (score, said) => {
  const { scores } = reading(friends);
  const wrong = reading(friends, { scores: new Map([...scores, [inviter, score]]) });
  expect(sentences(wrong)).toEqual([`${inviter} has the score ${score} instead of -9: ${said}.`]);
});

test('a score that no friend can explain is told as it is', () => {
  const { scores } = reading(friends);
  const wrong = reading(friends, { scores: new Map([...scores, [inviter, 2.5]]) });
  expect(sentences(wrong)).toEqual([`${inviter} has the score 2.5 instead of -9.`]);
});

describe('an inviter', () => {
  test('who has left does no harm in the records of her friends', () => {
    expect(sentences(reading(friends.slice(1), { joined: 3 }))).toEqual([]);
  });

  test('who joined later, by number and by the clock, cannot be; the credit is not due', () => {
    const list = reading([member(1, { inviter: codeOf(2) }), member(2)]);
    expect(sentences(list)).toEqual([
      `${codeOf(1)} joined before ${codeOf(2)}, who is said to have invited her.`,
    ]);
    expect(list.scores.get(codeOf(2))).toBe(2);
  });

  test('who got a new number from a repair keeps the friends who came before it', () => {
    const renumbered = member(4, { phone: '2000000009', joinedAt: NOON });
    const list = reading([member(2), member(3, { inviter: codeOf(4) }), renumbered], { joined: 4 });
    expect(sentences(list)).toEqual([]);
    expect(list.scores.get(codeOf(4))).toBe(-1);
  });

  test('cannot be oneself', () => {
    expect(sentences(reading([member(1, { inviter })]))).toEqual([
      `${inviter} is said to have invited herself.`,
    ]);
  });
});

describe('the count of a day', () => {
  const days = (...counts: [string, number][]) => reading(friends, { days: new Map(counts) });

  test('may be above those in line, since whoever left stays counted', () => {
    expect(sentences(days([dayOf(NOON), 9]))).toEqual([]);
  });

  test('may be missing from before the first counted day', () => {
    expect(sentences(days())).toEqual([]);
    expect(sentences(days(['2026-11-22', 1]))).toEqual([]);
  });

  test('may hold a friend as invited whose inviter has left since', () => {
    expect(sentences(days([dayOf(NOON), 0], [`${dayOf(NOON)} invited`, 3]))).toEqual([]);
  });

  test('may not be below those in line', () => {
    const behind = inspect(days([dayOf(NOON), 1], [`${dayOf(NOON)} invited`, 1]));
    expect(behind.problems).toMatchObject([{ kind: 'day_behind', alone: 0, invited: 1 }]);
    expect(behind.problems.map(sentence)).toEqual([
      '2026-11-21 counts 2 who joined, and 3 who joined on it are in line.',
    ]);
  });
});

describe('a key', () => {
  const keys = (...found: [string, number][]) => sentences(reading([], { keys: new Map(found) }));

  test('of the list, or a counter that expires, is in order', () => {
    const list = [...Object.values(KEYS).filter((key) => typeof key === 'string'), UNREADABLE];
    const counters = [KEYS.attempts('203.0.113.7'), KEYS.looks('203.0.113.7')];
    const found = [...list.map((key) => [key, -1]), ...counters.map((key) => [key, 600])];
    expect(keys(...(found as [string, number][]))).toEqual([]);
  });

  test('that a restore loads into is in order while that is under way', () => {
    expect(keys([RESTORING.members, -1], [RESTORING.lock, 60])).toEqual([]);
    expect(keys([RESTORING.members, -1])).toEqual([
      `${RESTORING.members} was left behind by a restore that was cut short.`,
    ]);
  });

  test('that counts for ever is told without the address in it', () => {
    expect(keys([KEYS.attempts('203.0.113.7'), -1])).toEqual([
      'A counter of attempts never expires.',
    ]);
  });

  test('of somebody else is named', () => {
    expect(keys(['{waitlist}:notes', -1])).toEqual([
      "The key {waitlist}:notes is none of the waitlist's.",
    ]);
  });
});
