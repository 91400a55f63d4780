import { customAlphabet } from 'nanoid';
import { RANDOM_LENGTH } from '../../src/waitlist/referral.ts';

/** The random end of a new referral code: letters and digits only, so no chat app cuts a link short. */
export const randomEnd = customAlphabet(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  RANDOM_LENGTH,
);
