import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, formatRecord, type Member, parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf, JOIN_NUMBERS, joinNumber } from '../../netlify/queue/referral-code.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';

const ana: Member = {
  phone: '5551234567',
  code: 'FFFFFFEabcDEF12',
  key: 'the-key-of-person-1',
  inviter: 'FFFFFFFabcDEF12',
  firstName: 'Ana',
  lastName: 'Lee',
  joinedAt: 1_795_000_000_000,
  token: 'abcDEF1234',
  consent: '1a2b3c4d',
  consentAt: 1_796_000_000_000,
  source: 'tiktok/launch-week',
  wave: 'october-1',
  admittedAt: 1_797_000_000_000,
};
const readAgain = (member: Member) => parseRecord(ana.code, formatRecord(member));

test('a record is read as it was written, whatever the name, to the second', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
  const property = fc.property(name, name, (firstName, lastName) => {
    const member = { ...ana, firstName, lastName };
    expect(readAgain({ ...member, joinedAt: ana.joinedAt + 999 })).toEqual(member);
  });
  fc.assert(property);
});

test('a record needs neither key, inviter, consent nor wave', () => {
  const { code, phone, firstName, lastName, joinedAt, token } = ana;
  const member = { code, phone, firstName, lastName, joinedAt, token };
  expect(readAgain(member)).toEqual(member);
});

test('a member who opted out has no consent, whatever else the record says', () => {
  const { consent, consentAt, optedOut } = readAgain({ ...ana, optedOut: '2026-11-21' }) ?? {};
  expect([consent, consentAt, optedOut]).toEqual([undefined, undefined, '2026-11-21']);
});

test('the record of a member who agreed at the signup has one time for both', () => {
  const record = formatRecord({ ...ana, consentAt: undefined });
  expect(record).not.toContain('consentAt');
  expect(parseRecord(ana.code, record)).toEqual({ ...ana, consentAt: ana.joinedAt });
  expect(formatRecord({ ...ana, consentAt: ana.joinedAt + 999 })).toBe(record);
});

const changed = (change: object) => JSON.stringify({ ...JSON.parse(formatRecord(ana)), ...change });

test('a record may hold more than is known, and is none under what is no code', () => {
  expect(parseRecord(ana.code, changed({ more: ['x'] }))).toEqual(ana);
  const hasWave = (wave: string) => parseRecord(ana.code, changed({ wave }))?.wave === wave;
  const [longest = '', longer = ''] = ['x'.repeat(32), 'x'.repeat(33)];
  expect([longest, longer, '-x'].filter(hasWave)).toEqual([longest]);
  expect(parseRecord('5551234567', changed({}))).toBeUndefined();
});

test.each([
  ...['', 'garbage', 'null', '[]', '"Ana"', changed({}).slice(0, -1)],
  ...[{ phone: '555123456' }, { phone: 5551234567 }, { firstName: '' }, { lastName: 7 }].map(
    changed,
  ),
  ...[{ joinedAt: 'now' }, { joinedAt: undefined }, { inviter: 'nobody' }].map(changed),
])('a record that no signup wrote is none: %s', (record) => {
  expect(parseRecord(ana.code, record)).toBeUndefined();
});

test('a code tells the join number it was made with, and with a score the friends', () => {
  for (const number of [1, 1_000_000, JOIN_NUMBERS - 1]) {
    const prefix = (JOIN_NUMBERS - number).toString(16).toUpperCase().padStart(7, '0');
    expect(joinNumber(`${prefix}abcDEF12`)).toBe(number);
    expect(friendsOf(`${prefix}abcDEF12`, number - 3 * SPOTS_PER_FRIEND)).toBe(3);
  }
});

test('a day is of UTC', () => {
  expect(dayOf(Date.parse('2026-11-21T23:59:59Z'))).toBe('2026-11-21');
});
