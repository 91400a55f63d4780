import { customAlphabet } from 'nanoid';
import { RANDOM_LENGTH } from '../../src/waitlist/shared/referral.ts';

/** The random end of a new referral code: letters and digits only, so no chat app cuts a link short. */
export const randomEnd = customAlphabet(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  RANDOM_LENGTH,
);

/** One more than the greatest join number; codes begin with what is left to it. */
const NUMBERS = 2 ** 28;

/** The first seven characters of the code of whoever joined as `number`, as the join script writes them. */
export function codePrefix(number: number): string {
  return (NUMBERS - number).toString(16).toUpperCase().padStart(7, '0');
}

/** The join number that a code begins with. */
export function joinNumber(code: string): number {
  return NUMBERS - Number.parseInt(code.slice(0, 7), 16);
}

/** How many friends a member has brought: each took 5 from her score, which began at her join number. */
export function friendsOf(code: string, score: number): number {
  return (joinNumber(code) - score) / 5;
}
