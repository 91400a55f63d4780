import { customAlphabet } from 'nanoid';
import { POSITIONS_PER_REFERRAL, TOKEN_LENGTH } from '../../src/waitlist/shared/links.ts';

/** A code starts with this minus the join number, as PREFIX_LENGTH base-62 digits, of which the first is at most X. */
export const PREFIX_START = 500_000_000;
export const PREFIX_LENGTH = 5;

/** Join numbers stay below this, so that codes start with a letter and never look like a phone number. */
export const JOIN_NUMBER_LIMIT = 350_000_000;

/** Only letters and digits, so that no chat app cuts a link short; in byte order, as Redis sorts codes. */
export const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const digit = customAlphabet('0123456789', 1);
const letter = customAlphabet('abcdefghijklmnopqrstuvwxyz', 1);

/** The rest of a code, so that nobody can guess the next member's. */
export const randomEnd = () => digit() + letter() + digit() + letter() + digit();

export const randomToken = customAlphabet(BASE_62, TOKEN_LENGTH);

/** The join number in a code's prefix. */
export function joinNumber(code: string): number {
  let prefix = 0;
  for (const digit of code.slice(0, PREFIX_LENGTH)) prefix = prefix * 62 + BASE_62.indexOf(digit);
  return PREFIX_START - prefix;
}

/** The queue is in the order of scores: the join number, minus POSITIONS_PER_REFERRAL for each referral. */
export function scoreOf(code: string, referrals: number): number {
  return joinNumber(code) - POSITIONS_PER_REFERRAL * referrals;
}

/** How many referrals a score counts, as a whole number even if the score is damaged. */
export function countReferrals(code: string, score: number): number {
  // Redis's inf is NaN here.
  return Math.max(0, Math.floor((joinNumber(code) - score) / POSITIONS_PER_REFERRAL) || 0);
}
