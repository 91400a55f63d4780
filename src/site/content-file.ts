import { existsSync, readFileSync } from 'node:fs';
import { closestMatch } from 'leven';
import { isScalar, parseDocument } from 'yaml';

export interface ContentProblem {
  file: string;
  /** Counted from 1. */
  line: number;
  /** Such as `hint`, or `body` for the Markdown. */
  key?: string | undefined;
  sentence: string;
}

/** Line separators, and control characters other than the line break. */
const INVISIBLE = /(?!\n)[\p{Cc}\u2028\u2029]/gu;

/** A key, as an item of a list, too, and the colon that should follow it. */
const FIRST_WORD = /^[\s-]*(\w+)(\s*:(?:\s|$))?/;

const HYPHENS = 'three hyphens stand above and below the keys. Write above this line: ---';

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
  const end = isMarkdown ? rows.indexOf('---', 1) : rows.length;
  if (!rows.some(Boolean)) report(1, 'is missing or empty. Restore it from the history.');
  else if (isMarkdown && rows[0] !== '---') report(1, HYPHENS);
  else if (end < 0) report(rows.indexOf('') + 1 || rows.length, HYPHENS);
  if (problems.length) return { texts, problems };

  const present = rows.slice(0, end).map((row) => FIRST_WORD.exec(row)?.[1]);
  const missing = keys.filter((key) => key !== 'body' && !present.includes(key));
  /** A wrong text may go on in the next line. */
  let mayGoOn = false;
  for (const [i, row] of rows.slice(0, end).entries()) {
    if (!row || row === '---' || /^\s*#/.test(row)) continue;
    const line = i + 1;
    const [, word = '', colon] = FIRST_WORD.exec(row) ?? [];
    const meant = colon && closestMatch(word, missing, { maxDistance: 3 });
    const key = keys.includes(word) ? word : meant;
    const earlier = key && texts.get(key);
    if (earlier) report(line, `stands in line ${earlier.line}, too. Take this line away.`, key);
    else if (key) {
      const { text, problem } = readRow(word, row);
      texts.set(key, { line, text });
      if (key !== word) report(line, `is misspelt. Write before its colon: ${key}`, word);
      else if (problem) report(line, problem, key);
      mayGoOn = Boolean(problem);
    } else if (colon) report(line, 'is no key that anything reads. Take this line away.', word);
    else if (!texts.size) report(line, 'has no key. Take this line away.');
    else if (!mayGoOn) report(line, 'has no key. Put it behind the text above.');
  }
  if (isMarkdown) {
    const first = rows.findIndex((row, i) => i > end && row);
    const text = first < 0 ? '' : rows.slice(first).join('\n');
    texts.set('body', { line: (first < 0 ? rows.length : first) + 1, text });
  }
  return { texts, problems };
}

/** Without spaces at their ends; none for a file that is not there. */
function readRows(file: string): string[] {
  if (!existsSync(file)) return [];
  const content = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const rows = content.trimEnd().replaceAll(INVISIBLE, ' ').split('\n');
  return rows.map((row) => row.trimEnd());
}

/** The text of a key, and what is wrong where YAML reads something else than the row holds. */
function readRow(key: string, row: string): { text: string; problem?: string } {
  // Also drops an equals sign in place of the colon, and a block scalar sign (> or |).
  const raw = row.replace(/^[\s-]*\w+[\s:=]*([>|][+-]?$)?/, '');
  if (!raw) return { text: '' };
  const document = parseDocument(row, { schema: 'failsafe' });
  const node = document.get(key, true);
  if (row.startsWith(key) && isScalar<string>(node) && !document.errors.length) {
    if (node.value === raw || /^["']/.test(raw)) return { text: node.value.trim() };
  }
  const [, quote, inside = ''] = /^(["'])(.*)\1$/.exec(raw) ?? [];
  const text = quote ? inside.replaceAll(`\\${quote}`, quote) : raw.replace(/^"/, '');
  return { text, problem: `${reasonOf(row, raw)} Write: ${writeLine(key, text)}` };
}

/** Why YAML reads something else than the row holds. */
function reasonOf(row: string, raw: string): string {
  if (!/^\w+: /.test(row)) return 'a line begins with its key, a colon and a space.';
  if (/^(["']).+\1$/.test(raw)) return 'quotes cannot stand around a text and within it.';
  if (/^["']/.test(raw)) return 'a quote stands at the beginning and none at the end.';
  if (/:(\s|$)/.test(raw)) return 'a text with a colon needs quotes around it.';
  if (raw.includes('#')) return 'a text with a # needs quotes around it.';
  return `a text that begins with ${raw[0]} needs quotes around it.`;
}
