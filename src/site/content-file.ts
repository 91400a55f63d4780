import { existsSync, readFileSync } from 'node:fs';
import { isScalar, parseDocument } from 'yaml';

export interface ContentProblem {
  file: string;
  /** Counted from 1. */
  line: number;
  /** Such as `hint`, or `body` for the Markdown. */
  key?: string | undefined;
  sentence: string;
  /** The name in site.yml that makes a text wrong, by its length for one. */
  cause?: 'product' | 'lab' | undefined;
}

/** Line separators, and control characters other than the line break. */
const INVISIBLE = /(?!\n)[\p{Cc}\u2028\u2029]/gu;

/**
 * Reads a .yml file, which has a key and its text on each line, or a .md file, which has such lines
 * between two lines of hyphens, and its `body` below.
 */
export function readContentFile(file: string) {
  const texts = new Map<string, { line: number; text: string }>();
  const problems: ContentProblem[] = [];
  const report = (line: number, sentence: string, key?: string) =>
    problems.push({ file, line, key, sentence });
  if (!existsSync(file)) {
    report(1, 'is missing. Restore it from the history.');
    return { texts, problems };
  }
  const content = readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd();
  const rows = content.replaceAll(INVISIBLE, ' ').split('\n');
  const isMarkdown = file.endsWith('.md');
  const end = isMarkdown ? rows.findIndex((row, i) => i > 0 && /^--- *$/.test(row)) : rows.length;
  if (isMarkdown && (end < 0 || !/^--- *$/.test(rows[0] ?? ''))) {
    report(1, 'needs a line of three hyphens above its keys, and another one below them.');
    return { texts, problems };
  }

  for (const [i, row] of rows.slice(0, end).entries()) {
    if (!row.trim() || /^(#|---)/.test(row)) continue;
    const line = i + 1;
    const [, key, written = ''] = /^(\w+):(?: +(.*))?$/.exec(row.trimEnd()) ?? [];
    const earlier = key && texts.get(key);
    const text = readText(written);
    if (!key) report(line, 'is no line of a key, a colon, a space and a text on the same line.');
    else if (earlier) report(line, `is in line ${earlier.line} as well. Keep one of them.`, key);
    else texts.set(key, { line, text: text ?? written });
    if (key && text === undefined) {
      const inside = written.replace(/^["']/, '').replace(/["']$/, '');
      report(line, `needs quotes. Write: ${key}: ${JSON.stringify(inside)}`, key);
    }
  }
  if (isMarkdown) {
    const first = rows.findIndex((row, i) => i > end && row.trim());
    const body = first < 0 ? [] : rows.slice(first);
    texts.set('body', { line: Math.max(first, end) + 1, text: body.join('\n') });
  }
  return { texts, problems };
}

/** Undefined where YAML would read something else than was written. */
function readText(written: string): string | undefined {
  const { contents, errors } = parseDocument(written, { schema: 'failsafe' });
  if (!written) return '';
  if (errors.length || !isScalar<string>(contents)) return undefined;
  return contents.value === written || /^["']/.test(written) ? contents.value.trim() : undefined;
}
