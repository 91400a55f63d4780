const UNEXPECTED = 'Something went wrong. Please try again.';

/** What functions answer, by code. Visitors read these and MESSAGES, and a few texts of src/content. */
export const ERRORS = {
  empty_field: 'Please fill in all fields',
  invalid_phone: 'Please enter a valid 10-digit phone number',
  name_too_long: 'Please keep each name to 50 characters',
  phone_registered: 'Phone number already registered',
  list_full: 'The waitlist is full',
  malformed_link: 'This link lost its end on the way. Open it once more from your text.',
  unknown_member: 'This spot is not on the list. A new one is a minute away.',
  rate_limited: 'Rate limit exceeded',
  honeypot: UNEXPECTED,
  wrong_method: 'Please send this with another method',
  wrong_type: 'Please send this as JSON or as a form',
  wrong_json: 'That was not valid JSON',
  wrong_key: 'That was not a valid Idempotency-Key',
  too_large: 'That was too much to send',
  cross_site: 'Please send this from our own page',
  unavailable: 'We could not reach the waitlist. Please try again in a moment.',
  internal_error: UNEXPECTED,
} as const;

export type ErrorCode = keyof typeof ERRORS;

export const MESSAGES = {
  registered: 'This phone number is already on the waitlist!',
  limited: 'Too many attempts. Please wait a moment and try again.',
  noAnswer: 'Failed to join waitlist. Please try again.',
  unexpected: UNEXPECTED,
} as const;

/** What visitors read for the `error` of an answer: two of them are worded differently on the page. */
export function messageFor(error: string): string {
  if (error === ERRORS.phone_registered) return MESSAGES.registered;
  return error === ERRORS.rate_limited ? MESSAGES.limited : error;
}
