import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRecord, type Member, parseRecord } from '../../netlify/queue/record.ts';
import { codePrefix, friendsOf, joinNumber } from '../../netlify/queue/referral-code.ts';

const ana: Member = {
  phone: '5551234567',
  code: 'FFFFFFEabcDEF12',
  key: 'the-key-of-person-1',
  inviter: 'FFFFFFFabcDEF12',
  firstName: 'Ana',
  lastName: 'Lee',
  joinedAt: 1_795_000_000_000,
  consent: '1a2b3c4d',
};

describe('a record', () => {
  test('tells again what it was made from, whatever the name', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(name, name, (firstName, lastName) => {
        const member = { ...ana, firstName, lastName };
        expect(parseRecord(ana.phone, formatRecord(member))).toEqual(member);
      }),
    );
  });

  test('knows who came alone, was imported, or agreed to nothing', () => {
    const member = { ...ana, key: undefined, inviter: undefined, consent: undefined };
    expect(parseRecord(ana.phone, formatRecord(member))).toEqual(member);
  });

  test('from before the consent was kept is read as well', () => {
    const old = `${ana.code} ${ana.key} - {"firstName":"Ana","lastName":"Lee","joinedAt":1795000000000}`;
    expect(parseRecord(ana.phone, old)).toEqual({ ...ana, inviter: undefined, consent: undefined });
  });

  test('keeps the time to the second', () => {
    const member = { ...ana, joinedAt: ana.joinedAt + 999 };
    expect(parseRecord(ana.phone, formatRecord(member))).toEqual(ana);
  });

  const names = '["Ana","Lee"]';
  test.each([
    '',
    'garbage',
    `${ana.code} short - mvq9hc - ${names}`,
    `${ana.code} ${ana.key} nobody mvq9hc - ${names}`,
    `${ana.code} ${ana.key} - mvq9hc - ["Ana","Lee"`,
    `${ana.code} ${ana.key} - mvq9hc - ["Ana",""]`,
    `${ana.code} ${ana.key} - now! - ${names}`,
    `${ana.code} ${ana.key} - mvq9hc ${names}`,
    `${ana.code} ${ana.key} - {"firstName":"Ana","lastName":"Lee","joinedAt":"now"}`,
    `${ana.code} ${ana.key} - {"firstName":"Ana","lastName":"Lee","joinedAt":9e15}`,
    `${ana.code} ${ana.key} - null`,
    `lowercase1abcde ${ana.key} - mvq9hc - ${names}`,
  ])('that no signup wrote is none: %s', (record) => {
    expect(parseRecord(ana.phone, record)).toBeUndefined();
  });
});

test('a code tells the join number it was made with, and with a score the friends', () => {
  for (const number of [1, 2, 1_000_000, 2 ** 28 - 1]) {
    const code = `${codePrefix(number)}abcDEF12`;
    expect(code).toHaveLength(15);
    expect(joinNumber(code)).toBe(number);
    expect(friendsOf(code, number - 15)).toBe(3);
  }
});
