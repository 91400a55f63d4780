import type { Admitted } from './contract.ts';
import { parseStatusKey, type StatusKey } from './status-link.ts';

/** POST with a StatusKey, as JSON; leaving also as a form. */
export const STATUS_PATH = '/.netlify/functions/waitlist-status';
export const LEAVE_PATH = '/.netlify/functions/waitlist-leave';

export type StatusSuccess = { position: number; friendsJoined: number } | Admitted;

export type ParsedStatusRequest =
  | { ok: true; value: StatusKey }
  | { ok: false; code: 'malformed_link' };

export function parseStatusRequest(input: unknown): ParsedStatusRequest {
  const value = parseStatusKey(input);
  return value ? { ok: true, value } : { ok: false, code: 'malformed_link' };
}
