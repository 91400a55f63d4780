import { customAlphabet } from 'nanoid';
import {
  POSITIONS_PER_REFERRAL,
  PREFIX_LENGTH,
  RANDOM_LENGTH,
} from '../../src/waitlist/shared/referral.ts';
import { TOKEN_LENGTH } from '../../src/waitlist/shared/status-link.ts';

/** Join numbers are below this. Their codes start with a letter, so that none looks like a phone number. */
export const JOIN_NUMBERS = 350_000_000;

/** A code starts with this minus the join number, in PREFIX_LENGTH digits of base 62. */
export const FIRST_PREFIX = 500_000_000;

/** Only letters and digits, so that no chat app cuts a link short; in byte order, as Redis sorts codes. */
export const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The random end of a new referral code. */
export const randomEnd = customAlphabet(BASE_62, RANDOM_LENGTH);

/** A new status token. */
export const randomToken = customAlphabet(BASE_62, TOKEN_LENGTH);

/** The join number that a code starts with. */
export function joinNumber(code: string): number {
  let prefix = 0;
  for (const digit of code.slice(0, PREFIX_LENGTH)) prefix = prefix * 62 + BASE_62.indexOf(digit);
  return FIRST_PREFIX - prefix;
}

/** The score starts at the join number, and each referral subtracts POSITIONS_PER_REFERRAL. */
export function countReferrals(code: string, score: number): number {
  return (joinNumber(code) - score) / POSITIONS_PER_REFERRAL;
}
