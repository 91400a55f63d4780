import { existsSync, readFileSync } from 'node:fs';
import { closestMatch } from 'leven';
import { isScalar, parseDocument } from 'yaml';
import { POSITIONS_PER_FRIEND } from '../waitlist/shared/referral.ts';

export interface ContentProblem {
  file: string;
  /** Counted from 1. */
  line: number;
  /** Such as `hint`, or `body` for the Markdown. */
  key?: string | undefined;
  sentence: string;
}

/** Line separators, and control characters other than the line break. */
const INVISIBLE = /[^\P{Cc}\n]|[\u2028\u2029]/gu;

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
  const texts = new Map<string, { line: number; text: string }>();
  const problems: ContentProblem[] = [];
  const report = (line: number, sentence: string, key?: string) =>
    problems.push({ file, line, key, sentence });
  const rows = readRows(file);
  const isMarkdown = file.endsWith('.md');
  const [start, end] = isMarkdown ? [1, rows.indexOf('---', 1)] : [0, rows.length];
  if (!rows.length) report(1, 'is missing. Put it back.');
  else if (isMarkdown && rows[0] !== '---') report(1, 'Write above this line: ---');
  else if (end < 0) report(rows.indexOf('') + 1, 'Write above this line: ---');
  if (problems.length) return { texts, problems };

  for (const [i, row] of rows.slice(start, end).entries()) {
    const line = start + i + 1;
    const [, key = '', colon] = /^\s*(\w+)(\s*:(?:\s|$))?/.exec(row) ?? [];
    const earlier = texts.get(key);
    if (!row || /^\s*#/.test(row)) continue;
    if (earlier) report(line, `stands in line ${earlier.line}, too. Take this line away.`, key);
    else if (colon || keys.includes(key)) {
      const { text, problem } = readRow(key, row);
      if (problem && keys.includes(key)) report(line, problem, key);
      texts.set(key, { line, text });
    } else {
      // What YAML has against a text may come of its going on below.
      const above = [...texts.values()].at(-1)?.line;
      const isRight = !problems.some((problem) => problem.line === above);
      if (isRight) report(line, 'has no key. Put it behind the text above.');
    }
  }
  if (isMarkdown) {
    const first = rows.findIndex((row, i) => i > end && row);
    const text = first < 0 ? '' : rows.slice(first).join('\n');
    texts.set('body', { line: (first < 0 ? end : first) + 1, text });
  }
  for (const [key, { line, text }] of texts) {
    const missing = keys.filter((key) => !texts.has(key));
    const meant = closestMatch(key, missing, { maxDistance: 3 });
    if (keys.includes(key)) continue;
    if (meant) texts.set(meant, { line, text });
    const advice = `is misspelt. Write before its colon: ${meant}`;
    report(line, meant ? advice : 'is no key that anything reads. Take this line away.', key);
  }
  return { texts, problems };
}

/** What any text may have in braces. */
export const NAMES = ['product', 'lab', 'LAB', 'contact', 'spots'] as const;

/** The same with its values, from src/content/site.yml, right or wrong. */
export function readNames(): Record<(typeof NAMES)[number], string> {
  const { texts } = readContentFile('src/content/site.yml', ['product', 'lab', 'contact']);
  const read = (key: string) => texts.get(key)?.text ?? '';
  const LAB = read('lab').toUpperCase().replaceAll(' ', '_');
  const spots = String(POSITIONS_PER_FRIEND);
  return { product: read('product'), lab: read('lab'), LAB, contact: read('contact'), spots };
}

/** Without spaces at their ends; none for a file that is not there. */
function readRows(file: string): string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd();
  const rows = text.replaceAll('\r\n', '\n').replaceAll(INVISIBLE, ' ').split('\n');
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
    if (node.value === raw || /^["']/.test(raw)) return { text: node.value.trim() };
  }
  const [, quote, inside = ''] = /^(["'])(.*)\1$/.exec(raw) ?? [];
  const text = quote ? inside.replaceAll(`\\${quote}`, quote) : raw.replace(/^"/, '');
  const [, reason] = REASONS.find(([pattern]) => pattern.test(row)) ?? [];
  return { text, problem: `${reason} Write: ${writeLine(key, text)}` };
}
