import { isMap, isScalar, parseDocument } from 'yaml';
import { INVISIBLE } from '../waitlist/shared/invisible.ts';

/** A file's texts by key. */
export type Entries = Map<string, { line: number; text: string }>;

/** The first line is 1; 0 is the file itself. `key` is such as `hint`, or `body` for the Markdown. */
export type LineReport = (line: number, sentence: string, key?: string) => void;

/**
 * Reads a .yml file, with a key and its text on each line, or a .md file, with the same lines between two lines
 * of three hyphens, and then the `body`. After a report, texts may be missing.
 */
export function readFile(name: string, saved: string, report: LineReport): Entries {
  const source = saved.replaceAll(/\r\n?/g, '\n').replaceAll(INVISIBLE, '');
  const entries: Entries = new Map();
  const [head, keys] = /^---\n(|.*?\n)--- *(?:\n|$)/s.exec(source) ?? [];
  if (name.endsWith('.yml')) readKeys(source, entries, report);
  else if (head) {
    const text = source.slice(head.length).trimStart();
    const line = source.slice(0, source.length - text.length).split('\n').length;
    entries.set('body', { line, text: text.trim() });
    // The first line is the hyphens.
    readKeys(`\n${keys}`, entries, report);
  } else report(1, 'must start with its keys, such as title, between two lines of ---.');
  return entries;
}

/** Reads each line by itself, since a text is on one. */
function readKeys(source: string, entries: Entries, report: LineReport) {
  let key = 'title';
  for (const [i, row] of source.split('\n').entries()) {
    if (/^\s*(#|$)/.test(row)) continue;
    // Nobody can tell a no-break space before a key or after its colon from a space.
    const line = row.replace(/^[^:]*:\s?/, (start) => start.replaceAll(/\s/g, ' '));
    const [, own] = /^ *([^\s:]+) *:( |$)/.exec(line) ?? [];
    key = own ?? key;
    const text = own && readText(line);
    if (!own && /^\S/.test(line))
      report(i + 1, 'needs a colon and a space after its key, such as `title: text`.');
    else if (text === undefined)
      report(i + 1, `must be one line such as ${key}: "text", in straight quotes.`, key);
    else if (entries.has(key)) report(i + 1, 'appears twice. Keep only one.', key);
    else entries.set(key, { line: i + 1, text });
  }
}

/** Undefined if YAML refuses the line, or doesn't keep all of it: it drops a `# comment` and an `!exclamation`. */
function readText(line: string) {
  const { contents, errors } = parseDocument(line, { schema: 'failsafe' });
  const [{ value } = {}] = isMap(contents) ? contents.items : [];
  if (errors.length || !isScalar(value) || line.startsWith(' ')) return undefined;
  const { comment, tag, anchor, type } = value;
  const isWhole = !comment && !tag && !anchor && !/^(“[^“”]*”|‘[^‘’]*’)$/.test(`${value}`);
  return isWhole || type !== 'PLAIN' ? `${value}`.trim() : undefined;
}
