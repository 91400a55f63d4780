import { MESSAGES } from '../shared/messages.ts';
import { LEAVE_PATH, STATUS_ERRORS, STATUS_PATH } from '../shared/status.ts';
import { formatStatusKey, type StatusKey } from '../shared/status-link.ts';
import { type Answer, askFunction } from './ask-function.ts';
import { forget, recall } from './remembered.ts';

/** Where somebody stands at this moment, or that she was let in, and how many joined through her link. */
export interface Status {
  /** None once she was let in. */
  position: number | undefined;
  friendsJoined: number;
}

/** What an answer says of a spot; undefined where it is not ours. */
export const readStatusAnswer = ({
  position,
  admitted,
  friendsJoined = 0,
}: Partial<Status & { admitted: boolean }>): Status | undefined =>
  position || admitted ? { position, friendsJoined } : undefined;

/**
 * Asks for her spot: the sentence for it, and 404, where nobody has it, or 400 where nobody can, whose
 * way back is none. Rejects only when `signal` was aborted.
 */
export async function askStatus(
  statusKey: StatusKey | undefined,
  signal: AbortSignal,
): Promise<Answer<Status>> {
  if (!statusKey) return { ok: false, message: STATUS_ERRORS.malformed_link, status: 400 };
  return ask(STATUS_PATH, statusKey, readStatusAnswer, signal);
}

/** Takes her off the list; 404 where she is not on it any more. Rejects only when `signal` was aborted. */
export function leaveList(statusKey: StatusKey, signal: AbortSignal): Promise<Answer<object>> {
  return ask(LEAVE_PATH, statusKey, () => ({}), signal);
}

/** Whose spot is gone by the answer is forgotten: the first view must not promise it any more. */
async function ask<Success>(
  path: string,
  statusKey: StatusKey,
  read: (answer: Record<string, unknown>) => Success | undefined,
  signal: AbortSignal,
): Promise<Answer<Success>> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(statusKey),
  };
  const answer = await askFunction({ path, init, read, failed: () => MESSAGES.noStatus }, signal);
  const isGone = answer.ok ? path === LEAVE_PATH : answer.status === 404;
  if (isGone && recall(formatStatusKey(statusKey))) forget();
  return answer;
}
