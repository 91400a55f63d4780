import { createHash } from 'node:crypto';
import { parseRecord } from '../netlify/queue/record.ts';
import { BadInput } from './ending.ts';
import { readText } from './files.ts';

/**
 * A whole list as lines of JSON: a header, the days, the members in queue order, and last how many
 * members there are and the SHA-256 of all before it, by which a file that was cut off or changed is known.
 */
const FORMAT = 'fabio-waitlist';
const VERSION = 1;

export interface ListHead {
  /** How many ever joined. */
  joined: number;
  /** Of KEYS.secret; '' where none was made yet. */
  secret: string;
  days: Map<string, number>;
}

/** A member as stored, so that nothing of her is lost. */
export interface Line {
  position: number;
  code: string;
  score: number;
  record: string;
}

/** The text of a whole list. */
export async function* wholeList(
  { joined, secret, days }: ListHead,
  pages: AsyncIterable<Line[]>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  const exportedAt = new Date().toISOString();
  yield hashed(lineOf({ format: FORMAT, version: VERSION, exportedAt, joined, secret }));
  for (const [day, count] of days) yield hashed(lineOf({ day, count }));
  let members = 0;
  for await (const page of pages) {
    members += page.length;
    yield hashed(page.map(memberLine).join(''));
  }
  yield lineOf({ members, sha256: hash.digest('hex') });
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/** With the record as it is stored, which is JSON unless somebody wrote it by hand. */
function memberLine({ record, ...position }: Line): string {
  const isOurs = parseRecord(position.code, record) && !/[\r\n]/.test(record);
  const start = JSON.stringify(position).slice(0, -1);
  return `${start},"record":${isOurs ? record : JSON.stringify(record)}}\n`;
}

export interface CheckedList extends ListHead {
  members: number;
  exportedAt: string;
}

/**
 * Reads a whole list to its last line and keeps nothing but its head. Throws BadInput, naming what is
 * wrong with the file.
 */
export async function checkList(file: string): Promise<CheckedList> {
  const hash = createHash('sha256');
  const days = new Map<string, number>();
  let head: Record<string, unknown> | undefined;
  let isWhole = false;
  let [count, members] = [0, 0];
  for await (const line of linesOf(file)) {
    count += 1;
    const value = parseLine(line);
    head ??= checkHead(value, file);
    if (isWhole) throw changed(file);
    if (typeof value.sha256 === 'string') {
      if (value.sha256 !== hash.digest('hex') || value.members !== members) throw changed(file);
      isWhole = true;
      continue;
    }
    if (!line.endsWith('\n')) throw cutOff(file);
    hash.update(line);
    if (count === 1) continue;
    if (toMember(value)) members += 1;
    else if (typeof value.day === 'string') days.set(value.day, Number(value.count));
    else throw new BadInput(`Line ${count} of ${file} is none of a list's.`);
  }
  if (!head) throw noList(file);
  if (!isWhole) throw cutOff(file);
  const { joined, secret, exportedAt } = head;
  return {
    joined: Number(joined),
    secret: String(secret),
    exportedAt: String(exportedAt),
    days,
    members,
  };
}

/** The members of a list that was checked. */
export async function* membersOf(file: string): AsyncGenerator<Line> {
  for await (const line of linesOf(file)) {
    const member = toMember(parseLine(line));
    if (member) yield member;
  }
}

function checkHead(value: Record<string, unknown>, file: string): Record<string, unknown> {
  const { format, version } = value;
  if (format !== FORMAT) throw noList(file);
  if (version === VERSION) return value;
  throw new BadInput(`${file} is of another version; this program reads version ${VERSION}.`);
}

function toMember({ position, code, score, record }: Record<string, unknown>): Line | undefined {
  if (typeof code !== 'string' || typeof score !== 'number' || !record) return undefined;
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  return { position: Number(position), code, score, record: text };
}

const noList = (file: string) => new BadInput(`${file} is no whole list: export makes one.`);
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
  for await (const text of readText(file)) {
    const lines = `${rest}${text}`.split(/(?<=\n)/);
    rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    yield* lines;
  }
  if (rest) yield rest;
}
