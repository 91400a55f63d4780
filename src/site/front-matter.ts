import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { isScalar, LineCounter, parseDocument } from 'yaml';

/** What a marketer has to change. Advice stops no build. */
export interface Mistake {
  file: string;
  /** Counted from 1. */
  line: number;
  /** Such as `confirmation.greeting`. */
  key?: string | undefined;
  sentence: string;
  isAdvice?: boolean;
}

const FILE = /^---\n(?<front>.*?)\n---(?:\n(?<under>.*))?$/s;
const ROW = /^\s*(?<key>[A-Za-z][\w.-]*)(?<colon>\s*:(?=\s|$))?[\s:]*(?<raw>.*?)\s*$/s;

/** The line to write for a key, in double quotes, which are right for every text. */
export const writeLine = (key: string, text: string, place = '') =>
  `Write${place}: ${key}: ${JSON.stringify(text)}`;

/**
 * Reads a file of src/content, which has one key and its text a line; `keys` are those that it may have.
 * A line that YAML refuses or takes for something else is a mistake, and is read as it was meant.
 */
export function readFrontMatter(file: string, keys: string[]) {
  const mistakes: Mistake[] = [];
  const lines = new Map<string, number>();
  const read = { texts: {} as Record<string, string>, lines, body: '', bodyLine: 1, mistakes };
  const tell = (line: number, sentence: string, key?: string) => {
    mistakes.push({ file, line, key, sentence });
    return read;
  };
  if (!existsSync(file)) return tell(1, 'is missing. Put the file back.');
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) return tell(1, 'is not saved as UTF-8. Save it again with that encoding.');
  const whole = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  const { front, under = '' } = FILE.exec(whole)?.groups ?? {};
  if (front === undefined) {
    return tell(
      1,
      'needs --- and nothing else on its first line, and on the line under its last key.',
    );
  }

  const rows = ['---', ...front.split('\n')];
  const yaml = rows.map(() => '');
  for (const { line, key, raw, more, isPlaced } of splitRows(rows, keys)) {
    const isRight = isPlaced && !more.length && isText(raw);
    const text = meantText([raw, ...more].join(' '));
    const place = more.length ? ` in place of lines ${line} to ${line + more.length}` : '';
    if (!isRight) tell(line, `cannot stay as it is written. ${writeLine(key, text, place)}`, key);
    yaml[line - 1] = `${key}: ${isRight ? raw : JSON.stringify(text)}`;
    lines.set(key, line);
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml.join('\n'), { schema: 'failsafe', lineCounter });
  for (const { pos } of document.errors) {
    const { line } = lineCounter.linePos(pos[0]);
    tell(line, 'stands twice. Take one of the two lines away.', yaml[line - 1]?.split(':')[0]);
  }
  read.texts = document.toJS() ?? {};
  read.body = under.trim();
  read.bodyLine = rows.length + 2 + under.slice(0, under.search(/\S/)).split('\n').length - 1;
  return read;
}

/** The lines with a key, each with the lines under it that have none. */
function splitRows(rows: string[], keys: string[]) {
  const found: { line: number; key: string; raw: string; more: string[]; isPlaced: boolean }[] = [];
  for (const [index, row] of rows.entries()) {
    if (/^(---|\s*#.*|\s*)$/.test(row)) continue;
    const { key = '', colon, raw = '' } = ROW.exec(row)?.groups ?? {};
    if (colon === undefined && !keys.includes(key) && found.length) {
      found.at(-1)?.more.push(row.trim());
      continue;
    }
    const isPlaced = row.startsWith(`${key}:`) && colon !== undefined && !row.includes('\t');
    found.push({ line: index + 1, key, raw, more: [], isPlaced });
  }
  return found;
}

/** Whether YAML reads the very text that stands behind a key. */
function isText(raw: string): boolean {
  const document = parseDocument(`key: ${raw}`, { schema: 'failsafe' });
  const node = document.get('key', true);
  if (document.errors.length || !isScalar(node)) return false;
  return node.value === raw || (/^["']/.test(raw) && !node.comment);
}

/** A text without the quotes around it, or the sign before a text of several lines. */
function meantText(raw: string): string {
  const [, quote = '', inside = ''] = /^(["'])(.*)\1$/s.exec(raw) ?? [];
  if (quote) return inside.replaceAll(quote === '"' ? '\\"' : "''", quote);
  return raw.replace(/^"(?=[^"]*$)|^[>|][+-]?(?: |$)/, '').replaceAll('\t', ' ');
}
