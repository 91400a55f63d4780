import { SIGNUP_ERRORS } from './contract.ts';

/** GET with `?code=`, a referral code. */
export const STATUS_PATH = '/.netlify/functions/waitlist-status';

/** What the function answers: her position of now, 1 for the first, and how many joined through her link. */
export type StatusResponse =
  | { success: true; position: number; friendsJoined: number }
  | { success: false; error: string };

/** Every way a status request can end without a position, and the sentence sent for it. */
export const STATUS_ERRORS = {
  malformed_code: 'This link is not complete',
  unknown_code: 'We could not find this spot',
  wrong_method: 'Please ask for a spot with GET',
  cross_site: 'Please look at your spot on our own page',
  rate_limited: SIGNUP_ERRORS.rate_limited,
  unavailable: SIGNUP_ERRORS.unavailable,
} as const;

export type StatusError = keyof typeof STATUS_ERRORS;
