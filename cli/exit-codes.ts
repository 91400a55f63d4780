import { CommanderError } from 'commander';
import { RedisOutage, redisFailure, Unavailable } from '../netlify/queue/redis.ts';

/** A mistake in what was typed or in a file, in a sentence. */
export class BadInput extends Error {}

export class Declined extends Error {}

/** Ctrl-C or another signal. */
export class Interrupted extends Error {}

/** Says on stderr why a command threw; returns the exit code (docs/list.md). */
export function reportError(error: unknown): number {
  // Commander has printed its sentence, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode && 2;
  // 128 and the signal's number.
  if (error instanceof Interrupted) return 130;
  if (error instanceof Declined) return printError('Nothing was changed.', 0);
  if (error instanceof BadInput) return printError(error.message, 2);
  if (isFileError(error)) {
    return printError(`${error.path ?? 'The file'} cannot be used (${error.code}).`, 2);
  }
  if (!isOutage(error)) {
    if (error instanceof Unavailable) return printError(error.message, 3);
    return printError(error instanceof Error ? error.stack : String(error), 1);
  }
  const where = 'See "What to watch" in docs/operations.md.';
  return printError(`The database cannot be used (${redisFailure(error)}). ${where}`, 3);
}

function printError(sentence: string | undefined, code: number): number {
  console.error(sentence);
  return code;
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function isOutage(error: unknown): boolean {
  // A pipeline throws the client's own error.
  return error instanceof RedisOutage || (error instanceof Error && error.name === 'UpstashError');
}
