import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { joinNumber } from './referral-code.ts';

/** The worth of a referral on a list that stores this: POSITIONS_PER_REFERRAL if it's no whole number from 1. */
export function parseWorth(stored: string | number | null): number {
  return /^[1-9]\d*$/.test(`${stored}`) ? Number(stored) : POSITIONS_PER_REFERRAL;
}

/** The queue is in the order of scores: the join number, minus the worth of each referral. */
export function scoreOf(code: string, referrals: number, worth: number): number {
  return joinNumber(code) - worth * referrals;
}

/** How many referrals a score counts, as a whole number even if the score is damaged. */
export function countReferrals(code: string, score: number, worth: number): number {
  // Redis's inf is NaN here.
  return Math.max(0, Math.floor((joinNumber(code) - score) / worth) || 0);
}
