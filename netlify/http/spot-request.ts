import type { Refusal } from '../../src/waitlist/shared/contract.ts';
import { SPOT_ERRORS, type SpotError } from '../../src/waitlist/shared/status.ts';
import { parseWayBack, type WayBack } from '../../src/waitlist/shared/way-back.ts';
import type { Outcome } from './outcome.ts';
import { REQUEST_ERROR_STATUS, readRequest } from './read-request.ts';

const SPOT_ERROR_STATUS: Record<SpotError, number> = {
  ...REQUEST_ERROR_STATUS,
  malformed_spot: 400,
  unknown_spot: 404,
  rate_limited: 429,
  unavailable: 503,
};

/** The way back of a request for somebody's own spot, or the outcome that says what is wrong with it. */
export async function readWayBack(
  request: Request,
): Promise<{ ok: true; value: WayBack } | { ok: false; outcome: Outcome<SpotError, Refusal> }> {
  const read = await readRequest(request);
  if (!read.ok) return { ok: false, outcome: refused(read.code, { Allow: 'POST' }) };
  const value = parseWayBack(read.body);
  return value ? { ok: true, value } : { ok: false, outcome: refused('malformed_spot') };
}

/** The outcome of a request for a spot that was not answered. */
export function refused(
  name: SpotError,
  headers: Record<string, string> = {},
): Outcome<SpotError, Refusal> {
  const answer = { success: false as const, error: SPOT_ERRORS[name] };
  return { name, status: SPOT_ERROR_STATUS[name], answer, headers };
}

/** The same, of one that the list has no spot for, or that has to wait so many seconds. */
export function noSpot(result: {
  outcome: string;
  retryAfterSeconds?: number;
}): Outcome<SpotError, Refusal> {
  if (result.retryAfterSeconds === undefined) return refused('unknown_spot');
  return refused('rate_limited', { 'Retry-After': String(result.retryAfterSeconds) });
}
