import { MESSAGES, shownError } from '../shared/messages.ts';

/** A phone that has had no answer for so long will not get one; every question may be asked again. */
export const ANSWER_DEADLINE_MS = 15_000;

export type Answer<Success> =
  | ({ ok: true } & Success)
  /** `status` is the HTTP status of a refusal in our own words; `advice` adds to an error's own. */
  | { ok: false; message: string; status?: number; advice?: string };

interface Question<Success> {
  path: string;
  body: object;
  headers?: Record<string, string>;
  /** What a success holds; undefined where it is not ours. */
  read: (answer: Record<string, unknown>) => Success | undefined;
  /** The sentence for an answer that is not ours, or for `error` instead of one. */
  failed: (error?: unknown) => string;
}

/** Posts to a function; undefined where `signal` was aborted. */
export async function askFunction<Success>(
  { path, body, headers, read, failed }: Question<Success>,
  signal = new AbortController().signal,
): Promise<Answer<Success> | undefined> {
  const giveUp = new AbortController();
  const stop = () => giveUp.abort();
  signal.addEventListener('abort', stop);
  const timer = setTimeout(stop, ANSWER_DEADLINE_MS);
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: giveUp.signal,
    });
    const answer = Object(await response.json());
    const success = answer.success === true && read(answer);
    if (success) return { ok: true, ...success };
    const { error } = answer;
    if (typeof error !== 'string' || !error) return { ok: false, message: failed() };
    return { ok: false, message: shownError(error), status: response.status };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (giveUp.signal.aborted) return { ok: false, message: MESSAGES.tooSlow };
    // An answer that is not ours, such as a proxy's HTML page.
    if (error instanceof SyntaxError) return { ok: false, message: failed() };
    return { ok: false, message: failed(error), advice: MESSAGES.nothingLost };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
