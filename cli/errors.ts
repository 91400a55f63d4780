import { causeOf, RedisOutage, Unavailable } from '../netlify/queue/redis.ts';

/** A mistake in the arguments or in a file, or a question answered no. The message is for the operator. */
export class BadInput extends Error {}

/** Why a command failed, without personal data. */
export function explainError(error: unknown): string | undefined {
  const { syscall, path, code, name, message, stack } = error as NodeJS.ErrnoException;
  if (syscall) return `Can't open ${path ?? 'the file'} (${code}).`;
  // A pipeline throws the client's own UpstashError.
  if (error instanceof RedisOutage || name === 'UpstashError') {
    const where = 'See "What to watch" in docs/operations.md.';
    return `Can't reach the database (${causeOf(error)}). ${where}`;
  }
  return error instanceof BadInput || error instanceof Unavailable ? message : stack;
}
