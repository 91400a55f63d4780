import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CompactMap } from './compact-map.ts';
import type { Records } from './due-scores.ts';
import { BadInput } from './failure.ts';
import type { Stored } from './problems.ts';

/**
 * What a backup holds. The queue is not in it: every place follows from the records, so that a copy
 * of a list that people are joining agrees with itself.
 */
export interface Backup {
  /** ISO 8601, in UTC. */
  madeAt: string;
  joined: number;
  days: ReadonlyMap<string, number>;
  /** Everybody's record as stored, by phone. */
  records: Records;
  /** What stands in {waitlist}:unreadable. */
  unreadable: Stored[];
}

const FORMAT = 'waitlist backup';
const VERSION = 1;

/**
 * A backup as lines of JSON, each with its end: a header, the days, the records, and a footer with
 * the SHA-256 of all before it, by which a file that was cut off or changed is known.
 */
export function* backupLines(backup: Backup): Generator<string> {
  const hash = createHash('sha256');
  for (const entry of entries(backup)) {
    const line = `${JSON.stringify(entry)}\n`;
    hash.update(line);
    yield line;
  }
  yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`;
}

function* entries({ madeAt, joined, days, records, unreadable }: Backup): Generator<object> {
  yield { format: FORMAT, version: VERSION, madeAt, people: records.size, joined };
  for (const [day, count] of days) yield { day, joined: count };
  for (const [phone, record] of records) yield { phone, record };
  for (const [phone, record] of unreadable) yield { phone, unreadable: record };
}

/**
 * Reads a whole backup and checks it to its last line. Throws BadInput, naming what is wrong with
 * the file.
 */
export async function readBackup(file: string): Promise<Backup> {
  const hash = createHash('sha256');
  const records = new CompactMap();
  const days = new Map<string, number>();
  const unreadable: Stored[] = [];
  let header: Header | undefined;
  let isWhole = false;
  let count = 0;
  for await (const line of linesOf(file)) {
    count += 1;
    const entry = parseLine(line);
    header ??= parseHeader(entry, file);
    if (isWhole) throw changed(file);
    if (isText(entry.sha256)) {
      if (entry.sha256 !== hash.digest('hex')) throw changed(file);
      isWhole = true;
      continue;
    }
    hash.update(line);
    if (count === 1) continue;
    if (!line.endsWith('\n')) throw cutOff(file);
    if (isText(entry.day) && isCount(entry.joined)) days.set(entry.day, entry.joined);
    else if (isText(entry.phone) && isText(entry.record)) records.add(entry.phone, entry.record);
    else if (isText(entry.phone) && isText(entry.unreadable)) {
      unreadable.push([entry.phone, entry.unreadable]);
    } else throw new BadInput(`Line ${count} of ${file} is none of a backup's.`);
  }
  if (!header) throw noBackup(file);
  if (!isWhole) throw cutOff(file);
  if (records.size !== header.people) throw changed(file);
  return { ...header, days, records, unreadable };
}

interface Header {
  madeAt: string;
  people: number;
  joined: number;
}

function parseHeader(entry: Record<string, unknown>, file: string): Header {
  const { format, version, madeAt, people, joined } = entry;
  if (format !== FORMAT) throw noBackup(file);
  if (version !== VERSION) {
    throw new BadInput(`${file} is of version ${version}; this program reads version ${VERSION}.`);
  }
  if (!isText(madeAt) || !isCount(people) || !isCount(joined)) throw changed(file);
  return { madeAt, people, joined };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const noBackup = (file: string) => new BadInput(`${file} is no backup of a waitlist.`);
const cutOff = (file: string) => new BadInput(`${file} was cut off: its end is missing.`);
const changed = (file: string) =>
  new BadInput(`${file} was changed after it was made: its checksum is another.`);

function parseLine(line: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

/** With their ends. Not node:readline, which ends a line at U+2028 too, as a name may hold. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = `${rest}${chunk}`.split(/(?<=\n)/);
      rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
      yield* lines;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BadInput(`There is no file ${file}.`);
    throw code ? new BadInput(`${file} cannot be read (${code}).`) : error;
  }
  if (rest) yield rest;
}
