import { MESSAGES } from '../shared/messages.ts';
import { LEAVE_PATH, SPOT_ERRORS, STATUS_PATH } from '../shared/status.ts';
import { spotOf, type WayBack } from '../shared/way-back.ts';
import { type Answer, askFunction } from './ask-function.ts';
import { forget, recall } from './remembered.ts';

/** Where somebody stands at this moment, or that she was let in, and how many joined through her link. */
export interface Spot {
  /** None once she was let in. */
  position: number | undefined;
  friendsJoined: number;
}

/** What an answer says of a spot; undefined where it is not ours. */
export const readSpot = ({
  position,
  admitted,
  friendsJoined = 0,
}: Partial<Spot & { admitted: boolean }>): Spot | undefined =>
  position || admitted ? { position, friendsJoined } : undefined;

/**
 * Asks for her spot: the sentence for it, and 404, where nobody has it, or 400 where nobody can, whose
 * way back is none. Rejects only when `signal` was aborted.
 */
export async function findSpot(
  wayBack: WayBack | undefined,
  signal: AbortSignal,
): Promise<Answer<Spot>> {
  if (!wayBack) return { ok: false, message: SPOT_ERRORS.malformed_spot, status: 400 };
  return ask(STATUS_PATH, wayBack, readSpot, signal);
}

/** Takes her off the list; 404 where she is not on it any more. Rejects only when `signal` was aborted. */
export function leaveList(wayBack: WayBack, signal: AbortSignal): Promise<Answer<object>> {
  return ask(LEAVE_PATH, wayBack, () => ({}), signal);
}

/** Whose spot is gone by the answer is forgotten: the first view must not promise it any more. */
async function ask<Success>(
  path: string,
  wayBack: WayBack,
  read: (answer: Record<string, unknown>) => Success | undefined,
  signal: AbortSignal,
): Promise<Answer<Success>> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wayBack),
  };
  const answer = await askFunction({ path, init, read, failed: () => MESSAGES.noSpot }, signal);
  const isGone = answer.ok ? path === LEAVE_PATH : answer.status === 404;
  if (isGone && recall(spotOf(wayBack))) forget();
  return answer;
}
