import { JOIN_NUMBERS, joinNumber } from '../netlify/queue/referral-code.ts';
import { POSITIONS_PER_REFERRAL, parseReferralCode } from '../src/waitlist/shared/referral.ts';
import type { LinkedMember } from './read-all-members.ts';

export const INDEXES = ['queue', 'admitted', 'phones', 'waves'] as const;

export type Indexes = Record<(typeof INDEXES)[number], Map<string, string>>;

export const emptyIndexes = (): Indexes => ({
  queue: new Map(),
  admitted: new Map(),
  phones: new Map(),
  waves: new Map(),
});

/**
 * What the indexes should hold for these members. If several share a phone, it leads to the one that
 * `phones` names now, otherwise to the first.
 */
export function expectedIndexes(members: LinkedMember[], phones?: Map<string, string>): Indexes {
  const expected = emptyIndexes();
  for (const { code, phone, wave, referrals } of members) {
    const score = joinNumber(code) - POSITIONS_PER_REFERRAL * referrals.length;
    expected[wave ? 'admitted' : 'queue'].set(code, String(score));
    if (wave) expected.waves.set(wave, String(Number(expected.waves.get(wave) ?? 0) + 1));
    if (!expected.phones.has(phone) || phones?.get(phone) === code)
      expected.phones.set(phone, code);
  }
  return expected;
}

export const greatestJoinNumber = (codes: string[]) =>
  codes.reduce((most, code) => Math.max(most, parseReferralCode(code) ? joinNumber(code) : 0), 0);

/** Whether the next member can join with {waitlist}:last_join_number. */
export function isValidJoinCounter(counter: string | null, greatest: number): boolean {
  if (counter === null) return greatest === 0;
  return /^\d+$/.test(counter) && Number(counter) >= greatest && Number(counter) < JOIN_NUMBERS - 1;
}
