import { existsSync, readFileSync } from 'node:fs';
import { isScalar, parseDocument } from 'yaml';
import { SPOTS_PER_FRIEND } from '../waitlist/shared/referral.ts';

export interface Mistake {
  file: string;
  /** Counted from 1. */
  line: number;
  /** Such as `confirmation.greeting`. */
  key?: string;
  sentence: string;
}

/** Line separators, and control characters other than the line break. */
const UNSEEN = /[^\P{Cc}\n]|[\u2028\u2029]/gu;
const FILE = /^\uFEFF?---\n(?<front>.*?)\n---(?:\n+(?<body>.*?)\s*)?$/s;
const ROW = /^\s*(?<key>[\w.-]*)[\s:]*(?<raw>.*?)\s*$/s;

/** The line to write for a key, in double quotes, which are right for every text. */
export const writeLine = (key: string, text: string, place = '') =>
  `Write${place}: ${key}: ${JSON.stringify(text)}`;

/**
 * Reads a file that has one of `keys` and its text a line; the text below them is that of `body`. A
 * line that YAML refuses or takes for something else is a mistake, and is read as it was meant.
 */
export function readFrontMatter(file: string, keys: string[]) {
  const texts: Record<string, string> = {};
  const lines = new Map<string, number>();
  const mistakes: Mistake[] = [];
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, ' ');
  const { front, body } = FILE.exec(whole)?.groups ?? {};
  if (front === undefined) {
    const sentence = 'is missing, or has no --- alone on its first line and under its last key.';
    mistakes.push({ file, line: 1, sentence });
  }
  // A row without a key that is no comment continues the text above it.
  const start = RegExp(`\\n(?=[ \\t]*(?:#|[\\w.-]+[ \\t]*:(?:\\s|$)|(?:${keys.join('|')})\\b))`);
  let line = 2;
  for (const part of front?.split(start) ?? []) {
    const row = part.trimEnd();
    const { key, raw = '' } = ROW.exec(row)?.groups ?? {};
    if (key) {
      const read = readRow(row, key, raw);
      const text = read ?? meantText(raw);
      const more = row.split('\n').length - 1;
      const place = more ? ` in place of lines ${line} to ${line + more}` : '';
      const tell = (sentence: string) => mistakes.push({ file, line, key, sentence });
      if (lines.has(key)) tell('stands twice. Take one of the two lines away.');
      else if (read === undefined)
        tell(`cannot stay as it is written. ${writeLine(key, text, place)}`);
      texts[key] = text;
      lines.set(key, line);
    }
    line += part.split('\n').length;
  }
  if (body) {
    texts.body = body;
    lines.set('body', whole.slice(0, whole.lastIndexOf(body)).split('\n').length);
  }
  return { texts, lines, mistakes };
}

/** What any text may have in braces, from src/content/site.md, right or wrong. */
export function readNames() {
  const { texts } = readFrontMatter('src/content/site.md', ['product', 'lab', 'contact']);
  const { product = '', lab = '', contact = '' } = texts;
  const LAB = lab.toUpperCase().replaceAll(' ', '_');
  return { product, lab, LAB, contact, spots: String(SPOTS_PER_FRIEND) };
}

/** The text as YAML reads it; undefined where YAML reads less than the row holds. */
function readRow(row: string, key: string, raw: string): string | undefined {
  const document = parseDocument(row, { schema: 'failsafe' });
  const node = document.get(key, true);
  const isAlone = row.startsWith(key) && !row.includes('\n') && !document.errors.length;
  if (!isAlone || !isScalar<string>(node) || node.comment) return undefined;
  return node.value === raw || /^["']/.test(raw) ? node.value : undefined;
}

/** A text without the quotes around it, or the sign before a text of several lines. */
function meantText(raw: string): string {
  const line = raw.replaceAll(/\s*\n\s*/g, ' ');
  const [, quote = '', inside = ''] = /^(["'])(.*)\1$/.exec(line) ?? [];
  if (quote) return inside.replaceAll(quote === '"' ? '\\"' : "''", quote);
  return line.replace(/^"(?=[^"]*$)|^[>|][+-]?(?: |$)/, '');
}
