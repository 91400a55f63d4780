import { Unavailable } from '../queue/redis.ts';

/** Redis and the environment make us unavailable; anything else that is thrown is a bug of ours. */
export function toFailure(error: unknown) {
  if (error instanceof Unavailable)
    return { ok: false as const, code: 'unavailable' as const, cause: error.message };
  return { ok: false as const, code: 'internal_error' as const, cause: describeBug(error) };
}

/** Name and stack of an error, without its message, which may hold what a visitor entered. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  // The stack begins with the message.
  const start = stack.indexOf(message);
  const frames = start < 0 ? [] : stack.slice(start + message.length).match(/^ +at .+$/gm);
  return [name, ...(frames ?? [])].join('\n');
}
