import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { waitlistScript } from '../netlify/queue/waitlist-script.ts';
import { BadInput } from './exit-codes.ts';
import { formatMembers, sanitizeForTerminal } from './format.ts';
import { compareIndexes, fixProblems, greatestJoinNumber, isValidJoinCounter } from './indexes.ts';
import { type FullWaitlist, readFields, scanRecords } from './members.ts';
import { showProgress } from './progress.ts';
import { confirm, type Session } from './session.ts';
import { BEGIN_IMPORT, WRITE_LINES } from './whole-copy.lua.ts';

/** What is read at a time: some 800 records. */
const CHUNK_BYTES = 256 * 1024;

/** A hundred times a record; a file without line ends would fill the memory. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** The last line. */
interface LastLine {
  members: number;
  joined: number;
  /** Of all lines before this one. */
  sha256: string;
}

/**
 * The lines of a whole copy: each record as [code, text], readable or not; each consent text as
 * {consent: version, text}; the LastLine. Throws BadInput for a list that no copy can hold.
 */
export async function* wholeCopy(waitlist: FullWaitlist): AsyncGenerator<string> {
  const { redis, keys } = waitlist;
  if (await redis.exists(keys.importing)) {
    throw new BadInput('An import is under way, or was cut off: import the same file again first.');
  }
  const hash = createHash('sha256');
  function lineOf(value: object): string {
    const line = `${JSON.stringify(value)}\n`;
    if (line.length > MAX_LINE_CHARACTERS) {
      throw new BadInput(`${sanitizeForTerminal(line.slice(0, 40))}… is too long for a copy.`);
    }
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
  for (const [consent, text] of await readFields(waitlist, 'consents')) {
    yield lineOf({ consent, text });
  }
  const joined = await redis.get<string>(keys.lastJoinNumber);
  const greatest = greatestJoinNumber([...codes]);
  const lastLine: LastLine = {
    members: codes.size,
    // As `verify --fix` would set it.
    joined: isValidJoinCounter(joined, greatest) ? Number(joined) : greatest,
    sha256: hash.digest('hex'),
  };
  yield `${JSON.stringify(lastLine)}\n`;
}

const beginImport = waitlistScript(BEGIN_IMPORT, { begun: { done: 'integer' }, occupied: {} });
const writeLines = waitlistScript(WRITE_LINES, { done: { lines: 'integer' }, ended: {} });

/** Reads all of the file before it touches the database. A later import goes on where this one ended. */
export async function importCopy(session: Session, file: string): Promise<void> {
  const { sha256, members, joined, lines } = await checkCopy(file);
  await confirm(session, `Import ${formatMembers(members)} into the database`);
  const begun = await beginImport(session, [sha256, lines, joined]);
  if (begun.outcome === 'occupied') {
    throw new BadInput('There is a list in this database already. Import into an empty one.');
  }
  let { done } = begun;
  let read = 0;
  for await (const page of showProgress('Importing', readLines(createReadStream(file)), lines)) {
    const before = Math.max(read, done);
    const missing = page.slice(before - read, lines - read);
    read += page.length;
    if (!missing.length) continue;
    const reply = await writeLines(session, [sha256, before, `[${missing.join(',')}]`]);
    if (reply.outcome === 'ended') throw new BadInput('Another import of this file has ended it.');
    done = reply.lines;
  }
  const { records, problems } = await compareIndexes(session);
  await fixProblems(session, problems);
  console.log(`${formatMembers(records)} imported.`);
}

/** The LastLine, and how many lines are before it. Throws BadInput for what is not as `export` wrote it. */
async function checkCopy(file: string): Promise<LastLine & { lines: number }> {
  const refusal = new BadInput(`${file} is no whole copy, or was cut off or changed.`);
  const hash = createHash('sha256');
  const codes = new Set<string>();
  let lines = 0;
  let lastLine: LastLine | undefined;

  function check(text: string): void {
    const value = Object(JSON.parse(text));
    if (lastLine) throw refusal;
    if ('sha256' in value) {
      lastLine = value as LastLine;
      return;
    }
    hash.update(`${text}\n`);
    lines += 1;
    const isRecord = Array.isArray(value);
    const fields = isRecord ? value : [value.consent, value.text];
    if (fields.length !== 2 || fields.some((field) => typeof field !== 'string')) throw refusal;
    if (isRecord && codes.has(fields[0])) throw refusal;
    if (isRecord) codes.add(fields[0]);
  }

  const bytes = showProgress('Checking', createReadStream(file), statSync(file).size);
  try {
    for await (const page of readLines(bytes)) page.forEach(check);
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'SyntaxError' || name === 'RangeError' || code?.startsWith('Z_')) throw refusal;
    throw error;
  }
  const isJoinedRight = isValidJoinCounter(`${lastLine?.joined}`, greatestJoinNumber([...codes]));
  const isAsWritten = lastLine?.sha256 === hash.digest('hex') && lastLine.members === codes.size;
  if (!lastLine || !isJoinedRight || !isAsWritten) throw refusal;
  return { ...lastLine, lines };
}

/**
 * The lines of a gzipped file, some at a time. Throws RangeError for one that is too long. node:readline
 * would end a line at U+2028 too, which a name may hold.
 */
async function* readLines(file: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  // The loop throws the errors of both streams.
  for await (const bytes of pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if ([...lines, rest].some(({ length }) => length > MAX_LINE_CHARACTERS)) {
      throw new RangeError('A line is too long.');
    }
    yield lines;
  }
  if (rest) yield [rest];
}
