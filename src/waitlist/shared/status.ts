import { type Admitted, REQUEST_ERRORS, type Refusal } from './contract.ts';

/** POST with a StatusKey, as JSON; leaving also as a form. */
export const STATUS_PATH = '/.netlify/functions/waitlist-status';
export const LEAVE_PATH = '/.netlify/functions/waitlist-leave';

export type StatusResponse =
  | { success: true; position: number; friendsJoined: number }
  | Admitted
  | Refusal;

export type LeaveResponse = { success: true } | Refusal;

export const STATUS_ERRORS = {
  malformed_link: 'This link lost its end on the way. Open it once more from your text.',
  unknown_member: 'This spot is not on the list. A new one is a minute away.',
  ...REQUEST_ERRORS,
} as const;
