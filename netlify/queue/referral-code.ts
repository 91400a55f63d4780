import { customAlphabet } from 'nanoid';
import {
  POSITIONS_PER_REFERRAL,
  PREFIX_LENGTH,
  RANDOM_LENGTH,
} from '../../src/waitlist/shared/referral.ts';
import { TOKEN_LENGTH } from '../../src/waitlist/shared/status-link.ts';

/**
 * Join numbers are below this. The codes of all of them begin with a letter, so none looks like a phone
 * number.
 */
export const JOIN_NUMBERS = 350_000_000;

/** A code begins with this minus the join number, as base 62 of PREFIX_LENGTH digits. */
export const FIRST_PREFIX = 500_000_000;

/** Letters and digits only, so no chat app cuts a link short. In byte order, as Redis compares codes. */
export const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The random end of a new referral code. */
export const randomEnd = customAlphabet(BASE_62, RANDOM_LENGTH);

/** A new status token. */
export const randomToken = customAlphabet(BASE_62, TOKEN_LENGTH);

/** The join number that a code begins with. */
export function joinNumber(code: string): number {
  let prefix = 0;
  for (const digit of code.slice(0, PREFIX_LENGTH)) prefix = prefix * 62 + BASE_62.indexOf(digit);
  return FIRST_PREFIX - prefix;
}

/** How many referrals a member has: the score began at the join number, and each subtracted POSITIONS_PER_REFERRAL. */
export function countReferrals(code: string, score: number): number {
  return (joinNumber(code) - score) / POSITIONS_PER_REFERRAL;
}
