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

type Refused = Outcome<SpotError, Refusal>;

/** The way back of a request for somebody's own spot, or the outcome that says what is wrong with it. */
export async function readWayBack(request: Request): Promise<{ wayBack: WayBack } | Refused> {
  const read = await readRequest(request);
  if (!read.ok) return refused(read.code, { Allow: 'POST' });
  const wayBack = parseWayBack(read.body);
  return wayBack ? { wayBack } : refused('malformed_spot');
}

/** The outcome of a request for a spot that is not granted. */
export function refused(name: SpotError, headers: Record<string, string> = {}): Refused {
  const answer = { success: false as const, error: SPOT_ERRORS[name] };
  return { name, status: SPOT_ERROR_STATUS[name], answer, headers };
}

/** The same, where the list has no such spot, or she has to wait so many seconds. */
export function noSpot(result: { outcome: string; retryAfterSeconds?: number }): Refused {
  if (result.retryAfterSeconds === undefined) return refused('unknown_spot');
  return refused('rate_limited', { 'Retry-After': String(result.retryAfterSeconds) });
}
