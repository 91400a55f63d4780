/** Returns the key if a function accepts it. */
export function parseIdempotencyKey(text = ''): string | undefined {
  return /^[\w-]{16,64}$/.test(text) ? text : undefined;
}
