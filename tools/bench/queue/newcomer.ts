import { nanoid } from 'nanoid';
import type { Attempt } from '../../../netlify/queue/join-queue.ts';
import { JOIN_NUMBERS } from '../../../netlify/queue/referral-code.ts';

/** Six bytes on average and 2 to 11 of them, since the length of records is what they are here for. */
const FIRST_NAMES =
  'Mary James Christopher Ana José Li Chloë Alexander Marguerite Olivia Liam Zoë Emma Noah Guadalupe Ravi Siobhán Michael Grace Jennifer'.split(
    ' ',
  );

/** The same, and 2 to 12. */
const LAST_NAMES =
  "Smith Lee Ng Garcia Rodriguez O'Connor Featherstone Wu Patel Nguyen Johnson Hernández Kim Anderson Fitzgerald Müller Cohen Ali Washington Brown".split(
    ' ',
  );

/** Has no factor in common with the 8e9 phones, so that neighbours in line have phones far apart. */
const STRIDE = 618_033_989;

/** Who joins as `number`, from 1 to ten million: a phone that nobody else has, and an address of her own. */
export function newcomer(number: number, referralCode?: string): Attempt {
  return {
    signup: {
      firstName: FIRST_NAMES[number % FIRST_NAMES.length] ?? '',
      lastName: LAST_NAMES[Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length] ?? '',
      phone: String(2_000_000_000 + ((number * STRIDE) % 8_000_000_000)),
      referralCode,
      consent: '34b03603',
    },
    idempotencyKey: nanoid(),
    caller: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    limit: 20,
    windowSeconds: 600,
  };
}

/** The code of whoever was filled in as `number`: its random end can be computed, so none is kept. */
export function codeOf(number: number): string {
  const start = (JOIN_NUMBERS - number).toString(16).toUpperCase().padStart(7, '0');
  return start + ((number * STRIDE) % 36 ** 8).toString(36).padStart(8, 'Z');
}
