const UNEXPECTED = 'Something went wrong. Please try again.';

/** The functions' error messages by code. Visitors read these, MESSAGES, and some in src/content. */
export const ERRORS = {
  empty_field: 'Please fill in all fields',
  invalid_phone: 'Please enter a valid 10-digit phone number',
  name_too_long: 'Please keep each name to 50 characters',
  phone_registered: 'Phone number already registered',
  list_full: 'The waitlist is full',
  malformed_link: 'This link got cut off. Please open it again from your text.',
  unknown_member: 'This spot is not on the list. You can get a new one in a minute.',
  rate_limited: 'Rate limit exceeded',
  honeypot: UNEXPECTED,
  wrong_method: 'Please send this as a POST request',
  wrong_type: 'Please send this as JSON or as a form',
  wrong_json: 'This is not valid JSON',
  wrong_key: 'This is not a valid Idempotency-Key',
  too_large: 'This request is too large',
  cross_site: 'Please use the form on our own page',
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

/** What visitors read for a response's `error`: the page words two of them differently. */
export function messageFor(error: string): string {
  if (error === ERRORS.phone_registered) return MESSAGES.registered;
  return error === ERRORS.rate_limited ? MESSAGES.limited : error;
}
