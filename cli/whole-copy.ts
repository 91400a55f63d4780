import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Redis } from '@upstash/redis';
import { type Waitlist, waitlistScript } from '../netlify/queue/waitlist-script.ts';
import { BadInput } from './ending.ts';
import { membersFigure, printable } from './format.ts';
import { greatestJoinNumber, inspectList, isJoined, setDue } from './indexes.ts';
import { PAGE, pagesOf, readFields, scanRecords } from './members.ts';
import { showProgress } from './progress.ts';
import { confirm, type Session } from './session.ts';
import { BEGIN_IMPORT, WRITE_LINES } from './whole-copy.lua.ts';

/** What is read at a time: some 800 records. */
const CHUNK_BYTES = 256 * 1024;

/** A hundred times a record; a file without line ends would fill the memory. */
const MAX_LINE_CHARACTERS = 64 * 1024;

const FORMAT = 'fabio-waitlist';

/** The last line. */
interface Ending {
  members: number;
  joined: number;
  /** Of all lines before this one. */
  sha256: string;
}

/**
 * The lines of a whole copy: its format; each record as [code, text], readable or not; each consent text
 * as {consent: version, text}; the Ending. Throws BadInput for a list that no copy can hold.
 */
export async function* wholeCopy(waitlist: Waitlist<Redis>): AsyncGenerator<string> {
  const { redis, keys } = waitlist;
  if (await redis.exists(keys.importing)) {
    throw new BadInput('An import is under way, or was cut off: import the same file again first.');
  }
  const hash = createHash('sha256');
  function lineOf(value: object): string {
    const line = `${JSON.stringify(value)}\n`;
    if (line.length > MAX_LINE_CHARACTERS) {
      throw new BadInput(`${printable(line.slice(0, 40))}… is too long for a copy.`);
    }
    hash.update(line);
    return line;
  }
  yield lineOf({ format: FORMAT });
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
  const joined = await redis.get<string>(keys.joined);
  const greatest = greatestJoinNumber([...codes]);
  const ending: Ending = {
    members: codes.size,
    // As `verify --fix` would set it.
    joined: isJoined(joined, greatest) ? Number(joined) : greatest,
    sha256: hash.digest('hex'),
  };
  yield `${JSON.stringify(ending)}\n`;
}

const beginImport = waitlistScript(BEGIN_IMPORT, { begun: { written: 'integer' }, occupied: {} });
const writeLines = waitlistScript(WRITE_LINES, { written: { lines: 'integer' }, ended: {} });

/** Reads all of the file before it touches the database. A later import goes on where this one ended. */
export async function importCopy(session: Session, file: string): Promise<void> {
  const { sha256, members, joined, lines } = await checkCopy(file);
  await confirm(session, `Import ${membersFigure(members)} into the database`);
  const begun = await beginImport(session, [sha256, lines, joined]);
  if (begun.outcome === 'occupied') {
    throw new BadInput('There is a list in this database already. Import into an empty one.');
  }
  let { written } = begun;
  let read = 0;
  for await (const page of showProgress('Importing', readCopy(file), lines)) {
    for (const part of partsOf(page)) {
      const missing = part.slice(Math.max(0, written - read));
      const before = read + part.length - missing.length;
      read += part.length;
      const [line] = missing;
      if (!line) continue;
      const fields = missing.flatMap(({ field, value }) => [field, value]);
      const reply = await writeLines(session, [sha256, before, line.hash, ...fields]);
      if (reply.outcome === 'ended')
        throw new BadInput('Another import of this file has ended it.');
      written = reply.lines;
    }
  }
  const { records, problems } = await inspectList(session);
  await setDue(session, problems);
  console.log(`${membersFigure(records)} imported.`);
}

/** The lines to write of a page: of one hash, and no more than one request takes. */
function* partsOf(page: (Line | Ending)[]): Generator<Line[]> {
  const lines = page.filter((line) => 'hash' in line);
  for (const hash of ['members', 'consents'])
    yield* pagesOf(
      lines.filter((line) => line.hash === hash),
      PAGE,
    );
}

/** Throws BadInput for a file that is not what `export` wrote. */
async function checkCopy(file: string): Promise<Ending & { lines: number }> {
  let items = 0;
  let last: Line | Ending | undefined;
  for await (const page of showProgress('Checking', readCopy(file))) {
    items += page.length;
    last = page.at(-1) ?? last;
  }
  return { ...(last as Ending), lines: items - 1 };
}

/** A record or a consent text. */
interface Line {
  hash: 'members' | 'consents';
  field: string;
  value: string;
}

/** The lines after the first, some at a time; the last one of all is the Ending. Throws as checkCopy. */
async function* readCopy(file: string): AsyncGenerator<(Line | Ending)[]> {
  const broken = new BadInput(`${file} is no whole copy, or was cut off or changed.`);
  const hash = createHash('sha256');
  const seen = { members: new Set<string>(), consents: new Set<string>() };
  let isFirst = true;
  let ending: Ending | undefined;

  function parseLine(text: string): Line | Ending | undefined {
    const value = JSON.parse(text);
    if (ending) throw broken;
    if ('sha256' in value) {
      ending = value as Ending;
      const greatest = greatestJoinNumber([...seen.members]);
      const isWhole = ending.sha256 === hash.digest('hex') && ending.members === seen.members.size;
      if (!isWhole || !isJoined(`${ending.joined}`, greatest)) throw broken;
      return ending;
    }
    hash.update(`${text}\n`);
    if (isFirst) {
      if (value.format !== FORMAT) throw broken;
      isFirst = false;
      return undefined;
    }
    const line = Array.isArray(value)
      ? { hash: 'members' as const, field: value[0], value: value[1] }
      : { hash: 'consents' as const, field: value.consent, value: value.text };
    const areTexts = typeof line.field === 'string' && typeof line.value === 'string';
    // Records come first, each code and each version once.
    const isInOrder = line.hash === 'consents' || !seen.consents.size;
    if (!areTexts || !isInOrder || seen[line.hash].has(line.field)) throw broken;
    seen[line.hash].add(line.field);
    return line;
  }

  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The loop throws the errors of both streams.
  const bytes = pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), gunzip, () => {});
  try {
    for await (const texts of linesOf(bytes, broken)) {
      yield texts.map(parseLine).filter((line) => line !== undefined);
    }
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    const isNoCopy = ['SyntaxError', 'TypeError'].includes(name) || code?.startsWith('Z_');
    throw isNoCopy ? broken : error;
  }
  if (!ending) throw broken;
}

/** Throws `tooLong`. node:readline would end a line at U+2028 too, which a name may hold. */
async function* linesOf(source: AsyncIterable<Buffer>, tooLong: Error): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of source) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS) throw tooLong;
    yield lines;
  }
  if (rest) yield [rest];
}
