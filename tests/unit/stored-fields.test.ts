import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Member } from '../../netlify/queue/record.ts';

/** For each field of a record, the words by which docs/security.md names it. */
const NAMED: Record<keyof Member, string> = {
  code: 'by referral code',
  phone: 'phone',
  firstName: 'first',
  lastName: 'last name',
  key: 'idempotency key',
  token: 'status token',
  referredBy: "the referrer's code",
  joinedAt: 'when',
  source: 'from which post',
  wave: 'wave',
  admittedAt: 'time of admission',
  consent: 'version',
  consentAt: 'time of consent',
  optedOutAt: 'time of an opt-out',
};

test('docs/security.md names every field that is stored, for whoever writes the privacy page', () => {
  const rows = readFileSync('docs/security.md', 'utf8').split('\n');
  const stored = rows.find((row) => row.startsWith('| `{waitlist}:members`'));
  for (const name of Object.values(NAMED)) expect.soft(stored).toContain(name);
});
