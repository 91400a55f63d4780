import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { timeOf } from '../netlify/queue/record.ts';
import { BadInput } from './exit-codes.ts';
import { greatestJoinNumber, isValidJoinCounter } from './indexes.ts';
import { type FullWaitlist, readFields, scanRecords } from './members.ts';
import { showProgress } from './progress.ts';

/** What is read at a time: some 800 records. */
const CHUNK_BYTES = 256 * 1024;

/** The last line of a backup. */
export interface Summary {
  /** When it was begun, as 2026-11-21T09:30:00Z. */
  takenAt: string;
  members: number;
  consents: number;
  lastJoinNumber: number;
  /** Of all lines before this one. */
  sha256: string;
}

/** Records with their codes, and consent texts with their versions. */
interface Page {
  records: [string, string][];
  consents: [string, string][];
}

/**
 * The lines of a backup: each record as [code, text], readable or not; each consent text as
 * {consent: version, text}; the Summary.
 */
export async function* backupLines(waitlist: FullWaitlist): AsyncGenerator<string> {
  const takenAt = timeOf(Date.now());
  const hash = createHash('sha256');
  function lineOf(value: object): string {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  }
  const codes = new Set<string>();
  for await (const page of scanRecords(waitlist)) {
    let lines = '';
    for (const [code, record] of page) {
      // HSCAN may give a field twice.
      if (!codes.has(code)) lines += lineOf([code, record]);
      codes.add(code);
    }
    yield lines;
  }
  // Read after the records, so that each consent that they name is there.
  const consents = await readFields(waitlist, 'consents');
  for (const [consent, text] of consents) yield lineOf({ consent, text });
  const counter = await waitlist.redis.get<string>(waitlist.keys.lastJoinNumber);
  const greatest = greatestJoinNumber([...codes]);
  const summary: Summary = {
    takenAt,
    members: codes.size,
    consents: consents.size,
    // As `verify --fix` would set it.
    lastJoinNumber: isValidJoinCounter(counter, greatest) ? Number(counter) : greatest,
    sha256: hash.digest('hex'),
  };
  yield `${JSON.stringify(summary)}\n`;
}

/**
 * Reads a backup and checks it; `onPage` gets what is in it, piece by piece, before the check has ended.
 * Throws BadInput for a file that isn't as backupLines wrote it.
 */
export async function readBackup(
  file: string,
  title: string,
  onPage?: (page: Page) => Promise<void>,
): Promise<Summary> {
  const refusal = new BadInput(`${file} isn't a backup, or was cut off or changed.`);
  const hash = createHash('sha256');
  const codes = new Set<string>();
  let consentCount = 0;
  let summary: Summary | undefined;

  function addLine(line: string, { records, consents }: Page): void {
    if (summary) throw refusal;
    const value = Object(JSON.parse(line));
    if (value.sha256) {
      summary = value;
      return;
    }
    hash.update(`${line}\n`);
    const isRecord = Array.isArray(value);
    const [name, text, ...more] = isRecord ? value : [value.consent, value.text];
    if (typeof name !== 'string' || typeof text !== 'string' || more.length) throw refusal;
    if (isRecord && codes.has(name)) throw refusal;
    if (isRecord) codes.add(name);
    else consentCount += 1;
    (isRecord ? records : consents).push([name, text]);
  }

  const bytes = showProgress(title, createReadStream(file), statSync(file).size);
  try {
    for await (const lines of readLines(bytes)) {
      const page: Page = { records: [], consents: [] };
      for (const line of lines) addLine(line, page);
      await onPage?.(page);
    }
  } catch (error) {
    // Not JSON, no end of a line in half a gigabyte, not gzip.
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'SyntaxError' || name === 'RangeError' || code?.startsWith('Z_')) throw refusal;
    throw error;
  }
  const isComplete =
    summary?.sha256 === hash.digest('hex') &&
    summary.members === codes.size &&
    summary.consents === consentCount &&
    Date.parse(summary.takenAt) > 0 &&
    isValidJoinCounter(String(summary.lastJoinNumber), greatestJoinNumber([...codes]));
  if (!summary || !isComplete) throw refusal;
  return summary;
}

/** The lines of a gzipped file. node:readline would end one at U+2028 too, which a name may hold. */
async function* readLines(file: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  // The loop throws the errors of both streams.
  for await (const bytes of pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  if (rest) yield [rest];
}
