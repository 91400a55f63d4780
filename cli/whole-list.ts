import { createHash } from 'node:crypto';
import { BadInput } from './ending.ts';
import { MAX_LINE_CHARACTERS, readText } from './files.ts';
import type { Position } from './read-queue.ts';

/**
 * A whole list as lines of JSON: a header, the days, the waves, the members in queue order, then those
 * who were let in, without a position, and last how many members there are and the SHA-256 of all
 * before it, by which a file that was cut off or changed is known.
 */
const FORMAT = 'fabio-waitlist';
const VERSION = 2;

/** The first had no waves, and nobody who was let in. */
const READABLE: unknown[] = [1, VERSION];

/** Members in a request: some 150 KB, of the 1 MB that the service takes at least. */
const BATCH = 500;

export interface ListHead {
  /** How many ever joined. */
  joined: number;
  /** Of KEYS.secret; '' where none was made yet. */
  secret: string;
  days: Map<string, number>;
  waves: Map<string, number>;
}

/** The text of a whole list, of the lines of its members. */
export async function* wholeList(
  { joined, secret, days, waves }: ListHead,
  pages: AsyncIterable<string[]>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  const exportedAt = new Date().toISOString();
  yield hashed(lineOf({ format: FORMAT, version: VERSION, exportedAt, joined, secret }));
  for (const [day, count] of days) yield hashed(lineOf({ day, count }));
  for (const [wave, count] of waves) yield hashed(lineOf({ wave, count }));
  let members = 0;
  for await (const page of pages) {
    members += page.length;
    yield hashed(page.join(''));
  }
  yield lineOf({ members, sha256: hash.digest('hex') });
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/** A member as stored, so that nothing of her is lost; empty where there is no record. */
export function memberLine({ position, code, score, record, member }: Position): string {
  if (record === undefined) return '';
  // A record is JSON unless somebody wrote it by hand.
  const isOurs = member && !/[\r\n]/.test(record);
  const start = JSON.stringify({ position, code, score: Number(score) }).slice(0, -1);
  return `${start},"record":${isOurs ? record : JSON.stringify(record)}}\n`;
}

/**
 * Reads a whole list to its last line and keeps nothing but its head. Throws BadInput, naming what is
 * wrong with the file.
 */
export async function checkList(
  file: string,
): Promise<ListHead & { members: number; exportedAt: string }> {
  const wrong = (what: string) => new BadInput(`${file} ${what}`);
  const changed = 'was changed after it was made: its checksum is another.';
  const cutOff = 'was cut off: its end is missing.';
  const noList = 'is no whole list: export makes one.';
  const hash = createHash('sha256');
  const [days, waves] = [new Map<string, number>(), new Map<string, number>()];
  let head: Fields | undefined;
  let isWhole = false;
  let [count, members] = [0, 0];
  for await (const line of linesOf(file)) {
    count += 1;
    const fields = fieldsOf(line);
    head ??= fields;
    if (head.format !== FORMAT) throw wrong(noList);
    if (!READABLE.includes(head.version)) {
      throw wrong(`is of another version; this program reads versions up to ${VERSION}.`);
    }
    if (isWhole) throw wrong(changed);
    if (typeof fields.sha256 === 'string') {
      if (fields.sha256 !== hash.digest('hex') || fields.members !== members) throw wrong(changed);
      isWhole = true;
      continue;
    }
    if (!line.endsWith('\n')) throw wrong(cutOff);
    hash.update(line);
    if (count === 1) continue;
    if (toMember(fields)) members += 1;
    else if (typeof fields.day === 'string') days.set(fields.day, Number(fields.count));
    else if (typeof fields.wave === 'string') waves.set(fields.wave, Number(fields.count));
    else throw new BadInput(`Line ${count} of ${file} is none of a list's.`);
  }
  if (!head) throw wrong(noList);
  if (!isWhole) throw wrong(cutOff);
  const { joined, secret, exportedAt } = head;
  const texts = { secret: String(secret), exportedAt: String(exportedAt) };
  return { joined: Number(joined), ...texts, days, waves, members };
}

/** A member as a whole list holds her. */
export interface Stored {
  code: string;
  score: number;
  record: string;
  isAdmitted: boolean;
}

/** The members of a list that was checked, some hundred at a time. */
export async function* membersOf(file: string): AsyncGenerator<Stored[]> {
  let batch: Stored[] = [];
  for await (const line of linesOf(file)) {
    const member = toMember(fieldsOf(line));
    if (member) batch.push(member);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

type Fields = Record<string, unknown>;

/** Of a line; none for what is no JSON. */
function fieldsOf(line: string): Fields {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

function toMember({ position, code, score, record }: Fields): Stored | undefined {
  if (typeof code !== 'string' || typeof score !== 'number' || record == null) return undefined;
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  return { code, score, record: text, isAdmitted: position === undefined };
}

/** With their ends. Not node:readline, which ends a line at U+2028 too, as a name may hold. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of readText(file)) {
    const lines = `${rest}${text}`.split(/(?<=\n)/);
    rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    if (rest.length > MAX_LINE_CHARACTERS) {
      throw new BadInput('The file has a line of more than 64 KB, so it is no list of people.');
    }
    yield* lines;
  }
  if (rest) yield rest;
}
