/** How long a visitor waits for a response, for React, or for a drawing. Every request can be repeated safely. */
export const DEADLINE_MS = 15_000;

/** Rejects if the promise takes longer, since what stalls raises no error. */
export function withDeadline<Value>(promise: Promise<Value>, ms = DEADLINE_MS): Promise<Value> {
  return Promise.race([promise, new Promise<never>((_, reject) => setTimeout(reject, ms))]);
}

export type SentRequest = ReturnType<typeof send>;

/** Posts to a function. Nobody has to await the response, for which `controller` waits no longer than the deadline. */
export function send(path: string, body: object, headers?: Record<string, string>) {
  const controller = new AbortController();
  // A connection that stalls raises no error.
  setTimeout(() => controller.abort(), DEADLINE_MS);
  const response = fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  response.catch(() => {});
  return { response, controller };
}
