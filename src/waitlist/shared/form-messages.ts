import { NAME_MAX_LENGTH } from './name.ts';

const UNEXPECTED = 'Something went wrong. Please try again.';

/** What the form itself says. The others are in messages.ts, because the page's script doesn't need them. */
export const FORM_MESSAGES = {
  empty_field: 'Please fill in all fields',
  invalid_phone: 'Please enter a valid 10-digit phone number',
  name_too_long: `Please keep each name to ${NAME_MAX_LENGTH} characters`,
  phone_registered: 'This phone number is already on the waitlist!',
  rate_limited: 'Too many attempts. Please wait a moment and try again.',
  honeypot: UNEXPECTED,
  internal_error: UNEXPECTED,
} as const;

export type FormError = keyof typeof FORM_MESSAGES;

/** The `error` of a response where the specification has another text. */
export const SPECIFIED_ERRORS = {
  phone_registered: 'Phone number already registered',
  rate_limited: 'Rate limit exceeded',
};

/** What visitors read if neither the response nor the browser has a message. */
export const NO_ANSWER = 'Failed to join waitlist. Please try again.';
