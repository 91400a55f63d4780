// SHIPPED TO THE BROWSER.
import { MESSAGES, shownError } from './messages.ts';

/** A phone that has had no answer for so long will not get one; all that we ask may be asked again. */
export const ANSWER_DEADLINE_MS = 15_000;

/** How it ended. `status` is the HTTP status of an answer that was a refusal. */
export type Answer<Success> =
  | ({ ok: true } & Success)
  | { ok: false; message: string; status?: number };

interface Question<Success> {
  path: string;
  init?: RequestInit;
  /** What a success holds; undefined where it is not ours. */
  read: (answer: Record<string, unknown>) => Success | undefined;
  /** The sentence for an answer that is not ours. */
  failed: string;
}

/**
 * Calls a function and says how it ended, in her words. Rejects only when `signal` was aborted.
 */
export async function askFunction<Success>(
  { path, init, read, failed }: Question<Success>,
  signal: AbortSignal,
): Promise<Answer<Success>> {
  const giveUp = new AbortController();
  const stop = () => giveUp.abort();
  signal.addEventListener('abort', stop);
  const timer = setTimeout(stop, ANSWER_DEADLINE_MS);
  try {
    const response = await fetch(path, { ...init, signal: giveUp.signal });
    const answer = parseAnswer(await response.text());
    const success = answer.success === true && read(answer);
    if (success) return { ok: true, ...success };
    const { error } = answer;
    const message = typeof error === 'string' && error ? shownError(error) : failed;
    return { ok: false, message, status: response.status };
  } catch (error) {
    signal.throwIfAborted();
    if (giveUp.signal.aborted) return { ok: false, message: MESSAGES.tooSlow };
    return { ok: false, message: (error instanceof Error && error.message) || failed };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Empty for an answer that is not ours, such as a proxy's HTML page. */
function parseAnswer(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}
