/** How long a visitor waits for a response, or for React. Every request can be repeated safely. */
export const DEADLINE_MS = 15_000;

/** Rejects with a TimeoutError if the promise takes longer, since a connection that stalls raises no error. */
export function withDeadline<Value>(promise: Promise<Value>, ms = DEADLINE_MS): Promise<Value> {
  const stalled = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('It stalled.', 'TimeoutError')), ms);
  });
  return Promise.race([promise, stalled]);
}
