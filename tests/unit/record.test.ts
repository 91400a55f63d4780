import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRecord, type Member, parseRecord } from '../../netlify/queue/record.ts';
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

describe('a record', () => {
  test('tells again what it was made from, whatever the name', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(name, name, (firstName, lastName) => {
        const member = { ...ana, firstName, lastName };
        expect(parseRecord(ana.code, formatRecord(member))).toEqual(member);
      }),
    );
  });

  test('knows who came alone, was imported, or agreed to nothing', () => {
    const without = { key: undefined, inviter: undefined, token: undefined };
    const member = { ...ana, ...without, consent: undefined, consentAt: undefined };
    expect(parseRecord(ana.code, formatRecord(member))).toEqual(member);
  });

  test('of who has opted out holds no consent, whatever else it says', () => {
    const record = formatRecord({ ...ana, optedOut: '2026-11-21' });
    const { consent, consentAt, optedOut } = parseRecord(ana.code, record) ?? {};
    expect([consent, consentAt, optedOut]).toEqual([undefined, undefined, '2026-11-21']);
  });

  test('keeps one time where she agreed as she joined', () => {
    const record = formatRecord({ ...ana, consentAt: undefined });
    expect(record).not.toContain('consentAt');
    expect(parseRecord(ana.code, record)).toEqual({ ...ana, consentAt: ana.joinedAt });
    expect(formatRecord({ ...ana, consentAt: ana.joinedAt + 999 })).toBe(record);
  });

  test('keeps the time to the second', () => {
    const member = { ...ana, joinedAt: ana.joinedAt + 999 };
    expect(parseRecord(ana.code, formatRecord(member))).toEqual(ana);
  });

  const { code: _, ...fields } = ana;
  const changed = (change: object) =>
    JSON.stringify({ ...fields, joinedAt: '2026-11-21T09:30:00Z', ...change });

  test('may hold more than is known', () => {
    expect(parseRecord(ana.code, changed({ more: ['x'] }))).toMatchObject({ firstName: 'Ana' });
  });

  test.each([
    '',
    'garbage',
    'null',
    '[]',
    '"Ana"',
    `${changed({}).slice(0, -1)}`,
    changed({ phone: '555123456' }),
    changed({ phone: 5551234567 }),
    changed({ firstName: '' }),
    changed({ lastName: 7 }),
    changed({ joinedAt: 'now' }),
    changed({ joinedAt: undefined }),
    changed({ inviter: 'nobody' }),
  ])('that no signup wrote is none: %s', (record) => {
    expect(parseRecord(ana.code, record)).toBeUndefined();
  });

  test('under what is no code is none', () => {
    expect(parseRecord('5551234567', changed({}))).toBeUndefined();
  });
});

test('a code tells the join number it was made with, and with a score the friends', () => {
  for (const number of [1, 2, 1_000_000, JOIN_NUMBERS - 1]) {
    const prefix = (JOIN_NUMBERS - number).toString(16).toUpperCase().padStart(7, '0');
    expect(joinNumber(`${prefix}abcDEF12`)).toBe(number);
    expect(friendsOf(`${prefix}abcDEF12`, number - 3 * SPOTS_PER_FRIEND)).toBe(3);
  }
});
