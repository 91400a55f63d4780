import { MESSAGES, shownError } from '../shared/messages.ts';

/** A phone that has had no answer for so long will not get one; all that we ask may be asked again. */
export const ANSWER_DEADLINE_MS = 15_000;

/** How it ended. `status` is the HTTP status of a refusal in our own words. */
export type Answer<Success> =
  | ({ ok: true } & Success)
  | { ok: false; message: string; status?: number };

interface Question<Success> {
  path: string;
  init?: RequestInit;
  /** What a success holds; undefined where it is not ours. */
  read: (answer: Record<string, unknown>) => Success | undefined;
  /** The sentence for an answer that is not ours, or for `error` instead of one. */
  failed: (error?: unknown) => string;
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
    if (typeof error !== 'string' || !error) return { ok: false, message: failed() };
    return { ok: false, message: shownError(error), status: response.status };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (giveUp.signal.aborted) return { ok: false, message: MESSAGES.tooSlow };
    return { ok: false, message: failed(error) };
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
