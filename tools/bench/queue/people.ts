import { nanoid } from 'nanoid';
import type { Attempt } from '../../../netlify/queue/queue.ts';

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

/** The version of src/content/consent as of this writing; any has 8 digits. */
const CONSENT = '34b03603';

/** Has no factor in common with the 8e9 phones, so that neighbours in line have phones far apart. */
const STRIDE = 618_033_989;

/**
 * Who joins as `number`, from 1 to ten million: a phone that nobody else has, names of usual
 * lengths, a key as browsers make it, and an address of her own.
 */
export function newcomer(number: number, referralCode?: string): Attempt {
  return {
    signup: {
      firstName: FIRST_NAMES[number % FIRST_NAMES.length] ?? '',
      lastName: LAST_NAMES[Math.floor(number / FIRST_NAMES.length) % LAST_NAMES.length] ?? '',
      phone: String(2_000_000_000 + ((number * STRIDE) % 8_000_000_000)),
      referralCode,
      consent: CONSENT,
    },
    idempotencyKey: nanoid(),
    caller: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    limit: 20,
    windowSeconds: 600,
  };
}
