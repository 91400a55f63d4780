/** How long a visitor waits for a response, or for React. Every request can be repeated safely. */
export const DEADLINE_MS = 15_000;

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
