// SHIPPED TO THE BROWSER.
import {
  IDEMPOTENCY_HEADER,
  SIGNUP_PATH,
  type SignupRequest,
  type SignupResponse,
} from './contract.ts';
import { MESSAGES, shownError } from './messages.ts';

/** A phone that has had no answer for so long will not get one; the key makes asking again safe. */
export const ANSWER_DEADLINE_MS = 15_000;

export type JoinOutcome =
  | { ok: true; position: number; referralCode: string }
  | { ok: false; message: string };

/**
 * Sends one signup and says how it ended, in her words. Pressing again with the same key is safe:
 * the function answers with the same place. Rejects only when `signal` was aborted.
 */
export async function joinWaitlist(
  signup: SignupRequest,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<JoinOutcome> {
  const giveUp = new AbortController();
  const stop = () => giveUp.abort();
  signal.addEventListener('abort', stop);
  const timer = setTimeout(stop, ANSWER_DEADLINE_MS);
  try {
    const response = await fetch(SIGNUP_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: idempotencyKey },
      body: JSON.stringify(signup),
      signal: giveUp.signal,
    });
    return readOutcome(await response.text());
  } catch (error) {
    signal.throwIfAborted();
    if (giveUp.signal.aborted) return { ok: false, message: MESSAGES.tooSlow };
    return { ok: false, message: (error instanceof Error && error.message) || MESSAGES.noAnswer };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function readOutcome(body: string): JoinOutcome {
  const answer = parseAnswer(body);
  if (answer?.success === true && answer.position && answer.referralCode) {
    return { ok: true, position: answer.position, referralCode: answer.referralCode };
  }
  const error = answer && 'error' in answer ? answer.error : undefined;
  return {
    ok: false,
    message: typeof error === 'string' && error ? shownError(error) : MESSAGES.noAnswer,
  };
}

/** undefined for an answer that is not ours, such as a proxy's HTML page. */
function parseAnswer(body: string): Partial<SignupResponse> | undefined {
  try {
    return Object(JSON.parse(body));
  } catch {
    return undefined;
  }
}
