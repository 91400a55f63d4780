import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { joinNumber } from './referral-code.ts';

/** The queue is in the order of scores: the join number, minus POSITIONS_PER_REFERRAL for each referral. */
export function scoreOf(code: string, referrals: number): number {
  return joinNumber(code) - POSITIONS_PER_REFERRAL * referrals;
}

/** How many referrals a score counts, as a whole number even if the score is damaged. */
export function countReferrals(code: string, score: number): number {
  // Redis's inf is NaN here.
  return Math.max(0, Math.floor((joinNumber(code) - score) / POSITIONS_PER_REFERRAL) || 0);
}
