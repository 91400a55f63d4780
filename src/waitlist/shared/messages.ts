import { NAME_MAX_LENGTH } from './name.ts';

const UNEXPECTED = 'Something went wrong. Please try again.';

/** What visitors read for a function's error. Advice, and what the client finds, is in src/content. */
export const MESSAGES = {
  empty_field: 'Please fill in all fields',
  invalid_phone: 'Please enter a valid 10-digit phone number',
  name_too_long: `Please keep each name to ${NAME_MAX_LENGTH} characters`,
  phone_registered: 'This phone number is already on the waitlist!',
  list_full: 'The waitlist is full',
  malformed_link: 'This link got cut off. Please open it again from your text.',
  unknown_member: 'This spot is not on the list. You can get a new one in a minute.',
  rate_limited: 'Too many attempts. Please wait a moment and try again.',
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

export type ErrorCode = keyof typeof MESSAGES;

/** The `error` of a response: the specification words two of them differently. */
export const ERRORS: Record<ErrorCode, string> = {
  ...MESSAGES,
  phone_registered: 'Phone number already registered',
  rate_limited: 'Rate limit exceeded',
};

/** What visitors read if neither the response nor the browser has a message. */
export const NO_ANSWER = 'Failed to join waitlist. Please try again.';
