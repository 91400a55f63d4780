import { CommanderError } from 'commander';
import { RedisOutage, redisFailure, Unavailable } from '../netlify/queue/redis.ts';

/** A mistake in the arguments or in a file; the message is a sentence for the operator. */
export class BadInput extends Error {}

/** The operator answered no. */
export class Declined extends Error {}

/** Prints to stderr why a command threw; returns the exit code (docs/list.md). */
export function reportError(error: unknown): number {
  // Commander has already printed its message or the help.
  if (error instanceof CommanderError) return error.exitCode && 2;
  if (error instanceof Declined) return printError('Nothing was changed.', 0);
  if (error instanceof BadInput) return printError(error.message, 2);
  const { syscall, path, code, name, stack } = error as NodeJS.ErrnoException;
  if (syscall) return printError(`${path ?? 'The file'} can't be used (${code}).`, 2);
  // A pipeline throws the client's own UpstashError.
  if (error instanceof RedisOutage || name === 'UpstashError') {
    const where = 'See "What to watch" in docs/operations.md.';
    return printError(`The database can't be used (${redisFailure(error)}). ${where}`, 3);
  }
  if (error instanceof Unavailable) return printError(error.message, 3);
  return printError(stack, 1);
}

function printError(sentence: string | undefined, code: number): number {
  console.error(sentence);
  return code;
}
