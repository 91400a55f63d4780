import { customAlphabet } from 'nanoid';
import { POSITIONS_PER_FRIEND, RANDOM_LENGTH } from '../../src/waitlist/shared/referral.ts';
import { TOKEN_LENGTH } from '../../src/waitlist/shared/status-link.ts';

/** Join numbers are below this. A code begins with this minus the join number, in seven hex digits. */
export const JOIN_NUMBERS = 2 ** 28;

/** Letters and digits only, so no chat app cuts a link short. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The random end of a new referral code. */
export const randomEnd = customAlphabet(ALPHABET, RANDOM_LENGTH);

/** A new status token. */
export const randomToken = customAlphabet(ALPHABET, TOKEN_LENGTH);

/** The join number that a code begins with. */
export function joinNumber(code: string): number {
  return JOIN_NUMBERS - Number.parseInt(code.slice(0, 7), 16);
}

/** How many friends a member has: the score began at the join number, and each subtracted POSITIONS_PER_FRIEND. */
export function friendsOf(code: string, score: number): number {
  return (joinNumber(code) - score) / POSITIONS_PER_FRIEND;
}
