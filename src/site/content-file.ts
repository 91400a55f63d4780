import { existsSync, readFileSync } from 'node:fs';
import { isScalar, parseDocument } from 'yaml';
import { SPOTS_PER_FRIEND } from '../waitlist/shared/referral.ts';

export interface ContentProblem {
  file: string;
  /** Counted from 1. */
  line: number;
  /** Such as `hint`, or `body` for the Markdown. */
  key?: string;
  sentence: string;
}

/** Line separators, and control characters other than the line break. */
const UNSEEN = /[^\P{Cc}\n]|[\u2028\u2029]/gu;

/** Why YAML reads something else than what stands behind a key: the first that fits. */
const REASONS: [RegExp, string][] = [
  [/^(\s|\w+(?!\w|: ))/, 'a line begins with its key, a colon and a space.'],
  [/^\w+: +["']/, 'quotes stand around a text or within it, not both.'],
  [/^\w+:.*:(\s|$)/, 'a text with a colon needs quotes around it.'],
  [/\s#/, 'a text with a # needs quotes around it.'],
  [/^/, 'a text that begins with such a sign needs quotes around it.'],
];

/** The line to write for a key, in double quotes, which are right for every text. */
export const writeLine = (key: string, text: string) => `${key}: ${JSON.stringify(text)}`;

/**
 * Reads a .yml file, which has one of `keys` and its text a line, or a .md file, which has them
 * between two lines of hyphens, and its `body` below. A line that YAML refuses or takes for something
 * else is a problem, and is read as it was meant.
 */
export function readContentFile(file: string, keys: string[]) {
  const texts: Record<string, string> = {};
  const lines = new Map<string, number>();
  const problems: ContentProblem[] = [];
  const rows = readRows(file);
  const isMarkdown = file.endsWith('.md');
  const [start, end] = isMarkdown ? [1, rows.indexOf('---', 1)] : [0, rows.length];
  if (!rows.length) problems.push({ file, line: 1, sentence: 'is missing. Put it back.' });
  else if (isMarkdown && (rows[0] !== '---' || end < 0)) {
    const line = rows[0] === '---' ? rows.indexOf('') + 1 : 1;
    problems.push({ file, line, sentence: 'Write above this line: ---' });
  }
  if (problems.length) return { texts, lines, problems };

  let isRight = false;
  for (const [i, row] of rows.slice(start, end).entries()) {
    const line = start + i + 1;
    const [, key = '', colon] = /^\s*(\w+)(\s*:(?:\s|$))?/.exec(row) ?? [];
    const earlier = lines.get(key);
    if (!row || /^\s*#/.test(row)) continue;
    if (!colon && !keys.includes(key)) {
      // What YAML has against a text may come of its going on below.
      if (isRight)
        problems.push({ file, line, sentence: 'has no key. Put it behind the text above.' });
      continue;
    }
    const { text, problem } = readRow(key, row);
    const sentence = earlier ? `stands in line ${earlier}, too. Take this line away.` : problem;
    if (sentence) problems.push({ file, line, key, sentence });
    isRight = !sentence;
    if (earlier) continue;
    texts[key] = text;
    lines.set(key, line);
  }
  if (isMarkdown) {
    const first = rows.findIndex((row, i) => i > end && row);
    texts.body = first < 0 ? '' : rows.slice(first).join('\n');
    lines.set('body', (first < 0 ? end : first) + 1);
  }
  return { texts, lines, problems };
}

/** What any text may have in braces. */
export const NAMES = ['product', 'lab', 'LAB', 'contact', 'spots'] as const;

/** The same with its values, from src/content/site.yml, right or wrong. */
export function readNames(): Record<(typeof NAMES)[number], string> {
  const { texts } = readContentFile('src/content/site.yml', ['product', 'lab', 'contact']);
  const { product = '', lab = '', contact = '' } = texts;
  const LAB = lab.toUpperCase().replaceAll(' ', '_');
  return { product, lab, LAB, contact, spots: String(SPOTS_PER_FRIEND) };
}

/** Without spaces at their ends; none for a file that is not there. */
function readRows(file: string): string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd();
  const rows = text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, ' ').split('\n');
  return rows.map((row) => row.trimEnd());
}

/** The text of a key, and what is wrong where YAML reads something else than the row holds. */
function readRow(key: string, row: string): { text: string; problem?: string } {
  // Some write a sign for a text of several lines.
  const raw = row
    .trimStart()
    .slice(key.length)
    .replace(/^[\s:]+([>|][+-]?$)?/, '');
  const document = parseDocument(row, { schema: 'failsafe' });
  const node = document.get(key, true);
  if (!raw) return { text: '' };
  if (row.startsWith(key) && isScalar<string>(node) && !node.comment && !document.errors.length) {
    if (node.value === raw || /^["']/.test(raw)) return { text: node.value };
  }
  const [, quote, inside = ''] = /^(["'])(.*)\1$/.exec(raw) ?? [];
  const text = quote ? inside.replaceAll(`\\${quote}`, quote) : raw.replace(/^"/, '');
  const [, reason] = REASONS.find(([pattern]) => pattern.test(row)) ?? [];
  return { text, problem: `${reason} Write: ${writeLine(key, text)}` };
}
