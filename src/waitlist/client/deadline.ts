/** How long a visitor waits for a response, or for React. Every request can be repeated safely. */
export const DEADLINE_MS = 15_000;
