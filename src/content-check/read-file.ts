import { isMap, isScalar, type ParsedNode, parseDocument } from 'yaml';
import { INVISIBLE } from '../waitlist/shared/invisible.ts';

/** A file's texts by key. */
export type Entries = Map<string, { line: number; text: string }>;

/** The first line is 1; 0 is the file itself. `key` is such as `hint`, or `body` for the Markdown. */
export type LineReport = (line: number, sentence: string, key?: string) => void;

const UNREADABLE: [RegExp, string][] = [
  // A null is half a letter of UTF-16; the others are UTF-8 that was read as Windows-1252.
  [/\0|\uFFFD|[ÂÃ][\x80-\xBF]|â€.?|ðŸ/, 'has lost letters, here $&. Save the file as UTF-8.'],
  [/^(<{7}|>{7})( |$)/m, 'has two versions, marked by Git. Keep one, and delete the marks.'],
  [INVISIBLE, "has a character that can't be seen. Type the words around it again."],
];

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length;

/**
 * Reads a .yml file, with a key and its text on each line, or a .md file, with the same lines between two lines
 * of three hyphens, and then the `body`. After a report, texts may be missing.
 */
export function readFile(name: string, saved: string, report: LineReport): Entries {
  const source = saved.replace('\uFEFF', '').replaceAll(/\r\n?/g, '\n');
  const entries: Entries = new Map();
  for (const [pattern, sentence] of UNREADABLE) {
    const [found] = source.match(pattern) ?? [];
    if (!found) continue;
    report(lineAt(source, source.search(pattern)), sentence.replace('$&', found));
    return entries;
  }
  const [head, keys] = /^---\n(|.*?\n)--- *(?:\n|$)/s.exec(source) ?? [];
  if (name.endsWith('.yml')) readKeys(source, entries, report);
  else if (head) {
    const text = source.slice(head.length).trim();
    entries.set('body', { line: lineAt(source, source.indexOf(text, head.length)), text });
    // The first line is the hyphens.
    readKeys(`\n${keys}`, entries, report);
  } else report(1, 'must start with its keys, such as title, between two lines of ---.');
  return entries;
}

/** Reports what YAML refuses, or reads as another text than what's written. */
function readKeys(source: string, entries: Entries, report: LineReport) {
  const { contents, errors } = parseDocument(source, { schema: 'failsafe', uniqueKeys: false });
  const refused = new Set<number>();
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    const line = lineAt(source, key.range[0]);
    if (!isWhole(source, key, value)) refused.add(line);
    else if (entries.has(`${key}`)) report(line, 'appears twice. Keep only one.', `${key}`);
    else entries.set(`${key}`, { line, text: `${value}`.trim() });
  }
  // An error may be below the text that has it, such as one whose bracket isn't closed.
  if (!refused.size) for (const { pos } of errors) refused.add(lineAt(source, pos[0]));
  for (const line of refused) {
    const rows = source.split('\n').slice(0, line);
    const key = rows.map((row) => /^\s*([\w-]+):/.exec(row)?.[1]).findLast(Boolean) ?? 'title';
    report(line, `must be one line such as ${key}: "text", in straight quotes.`, key);
  }
}

/** Whether an entry starts its line, and YAML kept all of it: it drops a `# comment` and an `!exclamation`. */
function isWhole(source: string, key: ParsedNode, value: ParsedNode | null) {
  if (!isScalar(value) || !/(^|\n)$/.test(source.slice(0, key.range[0]))) return false;
  const written = source.slice(key.range[1], value.range[1]).replace(/^ *: */, '');
  if (/^["']/.test(written)) return !written.includes('\n');
  return !value.comment && !/^[!&]|\n|^(“[^“”]*”|‘[^‘’]*’)$/.test(written);
}
