import { readFileSync } from 'node:fs';
import { isScalar, parseDocument } from 'yaml';

export interface ContentProblem {
  file: string;
  /** The first line is 1. */
  line: number;
  /** Such as `hint`, or `body` for the Markdown. */
  key?: string | undefined;
  sentence: string;
}

/** Control characters other than the line break, line separators and byte order marks. */
const INVISIBLE = /(?!\n)[\p{Cc}\u2028\u2029\uFEFF]/gu;

/**
 * Reads a .yml file, with a key and its text on each line, or a .md file, with the same lines, three hyphens
 * and then the `body`.
 */
export function readContentFile(file: string) {
  const texts = new Map<string, { line: number; text: string }>();
  const problems: ContentProblem[] = [];
  const report = (line: number, sentence: string, key?: string) =>
    problems.push({ file, line, key, sentence });

  const rows = readFileSync(file, 'utf8').replaceAll(INVISIBLE, ' ').trimEnd().split('\n');
  const isMarkdown = file.endsWith('.md');
  const hyphens = rows.findIndex((row, i) => i > 0 && row.trim() === '---');
  if (isMarkdown && hyphens < 0) report(1, 'needs a line of three hyphens below its keys.');
  const end = isMarkdown ? Math.max(hyphens, 0) : rows.length;

  for (const [i, row] of rows.slice(0, end).entries()) {
    const line = i + 1;
    if (/^\s*(#|---|$)/.test(row)) continue;
    const [, key, written = ''] = /^(\w+):(?: +(.*))?$/.exec(row.trim()) ?? [];
    if (!key) {
      report(line, 'needs a key, a colon, a space and a text, all on this line.');
      continue;
    }
    if (texts.has(key)) report(line, 'appears twice. Keep only one.', key);
    const unquoted = written.replace(/^["']/, '').replace(/["']$/, '');
    const text = readText(written);
    texts.set(key, { line, text: text ?? unquoted });
    if (text === undefined)
      report(line, `needs quotes. Write: ${key}: ${JSON.stringify(unquoted)}`, key);
  }
  if (isMarkdown) {
    const first = rows.findIndex((row, i) => i > end && row.trim());
    const body = first < 0 ? '' : rows.slice(first).join('\n');
    texts.set('body', { line: Math.max(first, end) + 1, text: body });
  }
  return { texts, problems };
}

/** The parsed YAML value, or undefined if it differs from what was written. */
function readText(written: string): string | undefined {
  const { contents, errors } = parseDocument(written || '""', { schema: 'failsafe' });
  if (errors.length || !isScalar<string>(contents)) return undefined;
  const isKept = contents.value === written || /^["']/.test(written) || !written;
  return isKept ? contents.value.trim() : undefined;
}
