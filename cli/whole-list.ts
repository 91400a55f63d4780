import { createHash } from 'node:crypto';
import { parseRecord } from '../netlify/queue/record.ts';
import { BadInput } from './ending.ts';
import { MAX_LINE_CHARACTERS, readText } from './files.ts';
import type { Position, Reading } from './read-queue.ts';

/**
 * A whole list as lines of JSON: a header, the consent texts, the waves, the members in queue order, then those
 * who were let in, without a position, and last how many members there are and the SHA-256 of all
 * before it, by which a file that was cut off or changed is known.
 */
const FORMAT = 'fabio-waitlist';
const VERSION = 3;

/** Fields in a request: some 150 KB, of the 1 MB that the service takes at least. */
const BATCH = 1_500;

/** The text of a whole list, of the lines of its members. */
export async function* wholeList(
  { joined, consents, waves }: Reading,
  pages: AsyncIterable<string[]>,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  const exportedAt = new Date().toISOString();
  yield hashed(lineOf({ format: FORMAT, version: VERSION, exportedAt, joined }));
  for (const [consent, text] of consents) yield hashed(lineOf({ consent, text }));
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

/** What a whole list says of itself. */
export interface ListHead {
  /** How many ever joined. */
  joined: number;
  exportedAt: string;
  members: number;
}

/** The keys that a list fills: the first two are sorted sets, the others hashes. */
export const FILLED = ['queue', 'admitted', 'members', 'phones', 'consents', 'waves'] as const;

/** A field of one of them, as it is stored. */
export type Stored = [where: (typeof FILLED)[number], field: string, value: string | number];

/**
 * Reads a whole list to its last line, hands `load` what it says is stored, a batch at a time, and
 * keeps nothing but its head. Throws BadInput, naming what is wrong with the file, which may be found
 * at its end.
 */
export async function readList(
  file: string,
  load: (batch: Stored[]) => Promise<void> = async () => {},
): Promise<ListHead> {
  const wrong = (what: string) => new BadInput(`${file} ${what}`);
  const changed = 'was changed after it was made: its checksum is another.';
  const cutOff = 'was cut off: its end is missing.';
  const noList = 'is no whole list: export makes one.';
  const hash = createHash('sha256');
  let head: Fields | undefined;
  let isWhole = false;
  let batch: Stored[] = [];
  let [count, members] = [0, 0];
  for await (const line of linesOf(file)) {
    count += 1;
    const fields = fieldsOf(line);
    head ??= fields;
    if (head.format !== FORMAT) throw wrong(noList);
    if (head.version !== VERSION) {
      throw wrong(`is of another version; this program reads version ${VERSION}.`);
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
    const stored = storedOf(fields);
    if (!stored.length) throw new BadInput(`Line ${count} of ${file} is none of a list's.`);
    if ('code' in fields) members += 1;
    batch.push(...stored);
    if (batch.length < BATCH) continue;
    await load(batch);
    batch = [];
  }
  if (!head) throw wrong(noList);
  if (!isWhole) throw wrong(cutOff);
  await load(batch);
  return { joined: Number(head.joined), exportedAt: String(head.exportedAt), members };
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

/** What a line between the first and the last says is stored; nothing for one that is none of a list's. */
function storedOf(fields: Fields): Stored[] {
  const { consent, text: shown, wave, count, position, code, score, record } = fields;
  if (typeof consent === 'string') return [['consents', consent, String(shown)]];
  if (typeof wave === 'string') return [['waves', wave, Number(count)]];
  if (typeof code !== 'string' || typeof score !== 'number' || record == null) return [];
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  const { phone } = parseRecord(code, text) ?? {};
  const stored: Stored[] = [
    [position === undefined ? 'admitted' : 'queue', code, score],
    ['members', code, text],
  ];
  return phone ? [...stored, ['phones', phone, code]] : stored;
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
