import { CommanderError } from 'commander';
import { redisFailure, Unavailable } from '../netlify/queue/redis.ts';
import { INTERRUPTED, Interrupted } from './interrupt.ts';

/** Something the lab can put right: in what was typed or in a file. Its message is a whole sentence. */
export class BadInput extends Error {}

/** Somebody was asked whether to change something, and the answer was no. */
export class Declined extends Error {}

export interface Ending {
  /** 0 done or declined, 1 a bug, 2 bad input, 3 no database, 130 Ctrl-C. */
  code: number;
  /** For people, on stderr; none where everything was said already. */
  sentence?: string;
}

/** The clients' errors that mean the database could not be reached, did not answer or refused. */
const OUTAGES = ['UpstashError', 'UpstashJSONParseError', 'TimeoutError', 'AbortError'];

/**
 * How a command ends that threw. Of an error of the database only its code is told, since the text
 * of an UpstashError holds the whole command, names and phones included. Anything unknown is a bug
 * and is thrown again.
 */
export function endingOf(error: unknown): Ending {
  if (error instanceof BadInput) return { code: 2, sentence: error.message };
  if (error instanceof Declined) return { code: 0, sentence: 'Nothing was changed.' };
  if (error instanceof Interrupted) return { code: INTERRUPTED, sentence: error.message };
  // It has printed its sentence, or the help that was asked for.
  if (error instanceof CommanderError) return { code: error.exitCode && 2 };
  if (isFileError(error)) {
    return { code: 2, sentence: `${error.path ?? 'The file'} cannot be used (${error.code}).` };
  }
  if (!isOutage(error)) throw error;
  const sentence =
    error instanceof Unavailable
      ? error.message
      : `The database cannot be used (${redisFailure(error)}). See "What to watch" in docs/operations.md.`;
  return { code: 3, sentence };
}

/** Of the file system: what was typed names a file that is not there, or may not be written. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

function isOutage(error: unknown): error is Error {
  if (error instanceof Unavailable) return true;
  if (!(error instanceof Error)) return false;
  // fetch says "fetch failed" as a TypeError, and why in its cause.
  return OUTAGES.includes(error.name) || (error instanceof TypeError && error.cause !== undefined);
}
