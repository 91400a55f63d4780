import type { Refusal } from '../../src/waitlist/shared/contract.ts';
import { STATUS_ERRORS, type StatusError } from '../../src/waitlist/shared/status.ts';
import { parseStatusKey, type StatusKey } from '../../src/waitlist/shared/status-link.ts';
import type { Outcome } from './outcome.ts';
import { REQUEST_ERROR_STATUS, readRequest } from './read-request.ts';

const STATUS_ERROR_STATUS: Record<StatusError, number> = {
  ...REQUEST_ERROR_STATUS,
  malformed_link: 400,
  unknown_member: 404,
  rate_limited: 429,
  unavailable: 503,
};

type Refused = Outcome<StatusError, Refusal>;

/** The way back of a request for somebody's own spot, or the outcome that says what is wrong with it. */
export async function readStatusRequest(
  request: Request,
): Promise<{ statusKey: StatusKey } | Refused> {
  const read = await readRequest(request);
  if (!read.ok) return refused(read.code, { Allow: 'POST' });
  const statusKey = parseStatusKey(read.body);
  return statusKey ? { statusKey } : refused('malformed_link');
}

/** The outcome of a request for a spot that is not granted. */
export function refused(name: StatusError, headers: Record<string, string> = {}): Refused {
  const answer = { success: false as const, error: STATUS_ERRORS[name] };
  return { name, status: STATUS_ERROR_STATUS[name], answer, headers };
}

/** The same, where the list has no such spot, or she has to wait so many seconds. */
export function noStatus(result: { outcome: string; retryAfterSeconds?: number }): Refused {
  if (result.retryAfterSeconds === undefined) return refused('unknown_member');
  return refused('rate_limited', { 'Retry-After': String(result.retryAfterSeconds) });
}
