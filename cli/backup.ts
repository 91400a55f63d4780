import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { timeOf } from '../netlify/queue/record.ts';
import { BadInput } from './exit-codes.ts';
import { greatestJoinNumber, isValidJoinCounter } from './indexes.ts';
import { type FullWaitlist, readFields, scanRecords } from './members.ts';

/** Bytes decompressed at a time. */
const CHUNK_BYTES = 256 * 1024;

interface Summary {
  /** When the backup started, such as 2026-11-21T09:30:00Z. */
  takenAt: string;
  members: number;
  lastJoinNumber: number;
}

/** Codes with their records, readable or not, and versions with their consent texts. */
type Page = Record<'members' | 'consents', [field: string, value: string][]>;

/** The lines of a backup: Pages, a Summary, and the {sha256} of all lines before it. */
export async function* backupLines(waitlist: FullWaitlist): AsyncGenerator<string> {
  const takenAt = timeOf(Date.now());
  const hash = createHash('sha256');
  function toLine(value: Page | Summary | { sha256: string }): string {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  }
  const codes = new Set<string>();
  for await (const page of scanRecords(waitlist)) {
    const members = new Map(page.filter(([code]) => !codes.has(code)));
    for (const code of members.keys()) codes.add(code);
    yield toLine({ members: [...members], consents: [] });
  }
  // Read after the records, so that no consent they name is missing.
  yield toLine({ members: [], consents: [...(await readFields(waitlist, 'consents'))] });
  const counter = await waitlist.redis.get<string>(waitlist.keys.lastJoinNumber);
  const greatest = greatestJoinNumber([...codes]);
  // As `verify --fix` would set it.
  const lastJoinNumber = isValidJoinCounter(counter, greatest) ? Number(counter) : greatest;
  yield toLine({ takenAt, members: codes.size, lastJoinNumber });
  yield toLine({ sha256: hash.copy().digest('hex') });
}

/**
 * Reads a whole backup and passes its pages to `onPage`, before the hash at the end is checked.
 * Throws BadInput if the file isn't a complete, unchanged backup.
 */
export async function readBackup(
  file: string,
  onPage?: (page: Page) => Promise<void>,
): Promise<Summary> {
  const refusal = new BadInput(`${file} isn't a backup, or was cut off or changed.`);
  const hash = createHash('sha256');
  let summary: Summary | undefined;
  let isComplete = false;
  try {
    for await (const line of readLines(file)) {
      const value = Object(JSON.parse(line));
      isComplete = value.sha256 === hash.copy().digest('hex');
      hash.update(`${line}\n`);
      if (value.takenAt) summary = value;
      else if (value.consents) await onPage?.(value);
    }
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    const isMalformed = name === 'SyntaxError' || code?.startsWith('Z_');
    throw isMalformed ? refusal : error;
  }
  if (!summary || !isComplete) throw refusal;
  return summary;
}

/** The lines of a gzipped file. node:readline also splits at U+2028, which a name may contain. */
async function* readLines(file: string): AsyncGenerator<string> {
  // The loop throws errors from either stream.
  const text = pipeline(createReadStream(file), createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
  let rest = '';
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
