import { expect, test } from 'vitest';
import { formatRecord, type Member, parseRecord } from '../../netlify/queue/record.ts';

const ana: Member = {
  phone: '5551234567',
  code: 'Xpwq6abDE1',
  key: 'the-key-of-visitor-1',
  referredBy: 'Xpwq7abDE1',
  firstName: 'Ana',
  lastName: 'Lee',
  joinedAt: 1_795_000_000_000,
  token: 'abcDEF1234',
  consent: '1a2b3c4d',
  consentAt: 1_796_000_000_000,
  source: 'tiktok/launch-week',
  wave: 'october-1',
  admittedAt: 1_797_000_000_000,
  optedOutAt: 1_798_000_000_000,
  resubscribedAt: 1_799_000_000_000,
};

const changed = (change: object) => JSON.stringify({ ...JSON.parse(formatRecord(ana)), ...change });
const none = undefined;
const unset = { key: none, referredBy: none, token: none };

test.each<[change: object, read: Partial<Member>]>([
  [{ more: ['x'] }, {}],
  [unset, unset],
  [{ optedOutAt: '2026-11-21' }, { optedOutAt: Date.UTC(2026, 10, 21) }],
  [{ consentAt: none }, { consentAt: ana.joinedAt }],
  [{ wave: 'x'.repeat(32) }, { wave: 'x'.repeat(32) }],
  [{ wave: 'x'.repeat(33) }, { wave: none, admittedAt: none }],
  [{ wave: '-x' }, { wave: none, admittedAt: none }],
])('from a record with %j the member has %j', (change, member) => {
  expect(parseRecord(ana.code, changed(change))).toEqual({ ...ana, ...member });
});

test('the record of a member who agreed at the signup has one time for both', () => {
  const record = formatRecord({ ...ana, consentAt: undefined });
  expect(record).not.toContain('consentAt');
  expect(formatRecord({ ...ana, consentAt: ana.joinedAt + 999 })).toBe(record);
});

test.each([
  ...['', 'null', '"Ana"', formatRecord(ana).slice(0, -1)],
  ...[{ phone: '555123456' }, { phone: 5551234567 }, { firstName: '' }, { lastName: 7 }].map(
    changed,
  ),
  ...[{ joinedAt: 'now' }, { joinedAt: none }, { referredBy: 'nobody' }].map(changed),
])('a record that no signup wrote is none: %s', (record) => {
  expect(parseRecord(ana.code, record)).toBeUndefined();
  expect(parseRecord('5551234567', formatRecord(ana))).toBeUndefined();
});
