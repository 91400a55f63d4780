import { FORM_MESSAGES, SPECIFIED_ERRORS } from './form-messages.ts';

/** A function's errors, for visitors of the form and for other programs. src/content has what else visitors read. */
export const MESSAGES = {
  ...FORM_MESSAGES,
  list_full: 'The waitlist is full',
  malformed_link: 'The referralCode or statusToken is missing or malformed',
  unknown_member: 'No member has this referralCode and statusToken',
  wrong_method: 'Please send this as a POST request',
  wrong_type: 'Please send this as JSON or as a form',
  wrong_json: 'This is not valid JSON',
  wrong_key: 'This is not a valid Idempotency-Key',
  too_large: 'This request is too large',
  cross_site: 'Please use the form on our own page',
  unavailable: 'We could not reach the waitlist. Please try again in a moment.',
} as const;

export type ErrorCode = keyof typeof MESSAGES;

/** The `error` of a response. */
export const ERRORS: Record<ErrorCode, string> = { ...MESSAGES, ...SPECIFIED_ERRORS };
