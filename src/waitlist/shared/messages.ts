import { FORM_MESSAGES, SPECIFIED_ERRORS } from './form-messages.ts';

/** What visitors read for a function's error. Advice, and what the client finds, is in src/content. */
export const MESSAGES = {
  ...FORM_MESSAGES,
  list_full: 'The waitlist is full',
  malformed_link: 'This link got cut off. Please open it again from your text.',
  unknown_member: 'This spot is not on the list. You can get a new one in a minute.',
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
