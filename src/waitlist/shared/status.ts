import { type Admitted, REQUEST_ERRORS, type Refusal } from './contract.ts';

/** POST with a StatusKey, as JSON; leaving also as a form. */
export const STATUS_PATH = '/.netlify/functions/waitlist-status';
export const LEAVE_PATH = '/.netlify/functions/waitlist-leave';

/** `position` is of now, and 1 for the first; `friendsJoined` is how many joined through the member's link. */
export type StatusResponse =
  | { success: true; position: number; friendsJoined: number }
  | Admitted
  | Refusal;

export type LeaveResponse = { success: true } | Refusal;

/** Every way a status request can fail, and the sentence sent for it. */
export const STATUS_ERRORS = {
  malformed_link: 'This link lost its end on the way. Open it once more from your text.',
  unknown_member: 'This spot is not on the list. A new one is a minute away.',
  ...REQUEST_ERRORS,
} as const;
