import { IDEMPOTENCY_HEADER, SIGNUP_PATH, type SignupRequest } from '../shared/contract.ts';
import { MESSAGES } from '../shared/messages.ts';
import type { StatusKey } from '../shared/status-link.ts';
import { type Answer, askFunction } from './ask-function.ts';
import { readStatusAnswer, type Status } from './ask-status.ts';

export interface Joined extends StatusKey, Status {}

function read({ referralCode, statusToken, ...told }: Partial<Joined>): Joined | undefined {
  const spot = readStatusAnswer(told);
  return spot && referralCode && statusToken ? { referralCode, statusToken, ...spot } : undefined;
}

/** A broken connection is told in the error's own words. */
const failed = (error?: unknown) => (error instanceof Error && error.message) || MESSAGES.noAnswer;

/**
 * Sends one signup and says how it ended, in her words. Pressing again with the same key is safe:
 * the function answers with the same position. Rejects only when `signal` was aborted.
 */
export function joinWaitlist(
  signup: SignupRequest,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Answer<Joined>> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: idempotencyKey },
    body: JSON.stringify(signup),
  };
  return askFunction({ path: SIGNUP_PATH, init, read, failed }, signal);
}
