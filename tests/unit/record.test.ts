import { expect, test } from 'vitest';
import { formatRecord, type Member, parseRecord } from '../../netlify/queue/record.ts';

const ana: Member = {
  phone: '5551234567',
  code: 'Xpwq64k2m7',
  key: 'the-key-of-visitor-1',
  referredBy: 'Xpwq74k2m7',
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
])('a member whose record has %j is read with %j', (change, member) => {
  expect(parseRecord(ana.code, changed(change))).toEqual({ ...ana, ...member });
});

test.each([
  'null',
  formatRecord(ana).slice(0, -1),
  changed({ phone: '555123456' }),
  changed({ phone: 5551234567 }),
  changed({ firstName: '' }),
  changed({ joinedAt: 'now' }),
  changed({ referredBy: 'nobody' }),
])('a record that no signup would write is refused: %s', (record) => {
  expect(parseRecord(ana.code, record)).toBeUndefined();
  expect(parseRecord('5551234567', formatRecord(ana))).toBeUndefined();
});
