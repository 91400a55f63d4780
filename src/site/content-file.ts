import { globSync, readFileSync, statSync } from 'node:fs';
import { markdownToMdast } from 'satteri';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { POSITIONS_PER_REFERRAL } from '../waitlist/shared/referral.ts';

export interface ContentProblem {
  file: string;
  /** The first line is 1; 0 is the file itself. */
  line: number;
  /** Such as `hint`, or `body` for the Markdown. */
  key?: string | undefined;
  sentence: string;
}

/** Characters that nobody sees, other than what joins emoji and letters. */
const INVISIBLE =
  /(?![\t\n\p{Join_Control}\p{Variation_Selector}\u{E0020}-\u{E007F}])[\p{Cc}\p{Zl}\p{Zp}\p{DI}\u2800]/u;

const UNREADABLE: [RegExp, string][] = [
  [/\uFFFD/, 'has � where a letter got lost. Save the file as UTF-8, or type the letter again.'],
  [/^(<{7}|={7}|>{7})( |$)/m, 'has two versions, marked by Git. Keep one, and delete the marks.'],
  [INVISIBLE, "has a character that can't be seen. Type the words around it again."],
];

/** Without hidden files, such as Finder's .DS_Store. */
export const findFiles = (pattern: string) =>
  globSync(`src/content/${pattern}`).map((file) => file.replaceAll('\\', '/'));

/** The consent text links to /privacy. */
const PRIVACY = 'src/content/pages/privacy.md';
const PAGE_NAME = /\/(?!(about|index|404)\.)[a-z\d-]+\.md$/;

export function pageFiles(): string[] {
  const found = findFiles('pages/*').filter((file) => PAGE_NAME.test(file));
  return [...new Set([PRIVACY, ...found])];
}

type Texts = Map<string, { line: number; text: string }>;
type Report = (line: number, sentence: string, key?: string) => void;

/**
 * Reads a .yml file, with a key and its text on each line, or a .md file, with the same lines between two lines
 * of three hyphens, and then the `body`. If there are problems, keys may be missing because of them.
 */
export function readContentFile(file: string) {
  const texts: Texts = new Map();
  const problems: ContentProblem[] = [];
  readTexts(file, texts, (line, sentence, key) => problems.push({ file, line, key, sentence }));
  return { texts, problems };
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length;

function readTexts(file: string, texts: Texts, report: Report) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    return report(0, 'is missing. Restore it.');
  const source = readFileSync(file, 'utf8').replace('\uFEFF', '').replaceAll(/\r\n?/g, '\n');
  for (const [pattern, sentence] of UNREADABLE) {
    const found = pattern.exec(source);
    if (found) return report(lineAt(source, found.index), sentence);
  }
  if (file.endsWith('.yml')) return readKeys(source.split('\n'), texts, report);
  const tree = markdownToMdast(source);
  const head = 'children' in tree ? tree.children[0] : undefined;
  // Without the second line of hyphens, headings look like comments.
  if (head?.type !== 'yaml' || /^##/m.test(head.value))
    return report(1, 'must start with its keys, between two lines of three hyphens: ---.');
  readKeys(['', ...head.value.split('\n')], texts, report);
  const unused = texts.get('body');
  if (unused) report(unused.line, 'belongs below the second line of hyphens.', 'body');
  const end = head.position?.end.offset ?? 0;
  const text = source.slice(end).trim();
  texts.set('body', { line: lineAt(source, source.indexOf(text, end)), text });
}

/** Reports the first line that isn't a key with its text, and reads the rest again without it. */
function readKeys(written: string[], texts: Texts, report: Report) {
  const rows = written.map((row) => row.trim());
  const lines = new LineCounter();
  const options = { schema: 'failsafe', prettyErrors: false, uniqueKeys: false } as const;
  const { contents, errors } = parseDocument(rows.join('\n'), { ...options, lineCounter: lines });
  const lineOf = (offset = 0) => lines.linePos(offset).line;

  texts.clear();
  const badLines = errors.map(({ pos }) => lineOf(pos[0]));
  if (contents && !isMap(contents)) badLines.push(lineOf(contents.range[0]));
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    const line = lineOf(key.range[0]);
    const text = lineOf(value?.range[1]) === line ? readText(value) : undefined;
    if (text === undefined || texts.has(`${key}`)) badLines.push(line);
    else texts.set(`${key}`, { line, text });
  }
  if (badLines.length) {
    // An error can be at the end of the file.
    const index = rows.findLastIndex((row, i) => i < Math.min(...badLines) && row);
    const isFirst = (key: string) => (texts.get(key)?.line ?? Infinity) > index;
    report(index + 1, ...adviceFor(rows[index] ?? '', isFirst));
    const next = rows.findIndex((row, i) => i > index && /^(#|\w+:(\s|$)|$)/.test(row));
    readKeys(rows.fill('', index, next < 0 ? rows.length : next), texts, report);
  } else if (!texts.size) report(1, 'has no texts. Restore it.');
}

/** Undefined if YAML would take something away from the text, such as a comment, a tag or an anchor. */
function readText(value: unknown): string | undefined {
  if (!isScalar<string>(value) || value.type?.startsWith('BLOCK')) return undefined;
  const isCut = value.tag || value.anchor || (value.comment && value.type === 'PLAIN');
  return isCut || /\n/.test(value.value) || INVISIBLE.test(value.value)
    ? undefined
    : value.value.trim();
}

function adviceFor(
  row: string,
  isFirst: (key: string) => boolean,
): [sentence: string, key?: string] {
  const [, key, text = ''] = /^(\w+):\s+(.*)$/.exec(row) ?? [];
  if (!key) return ['must look like `key: text`.'];
  if (!isFirst(key)) return ['appears twice. Keep only one.', key];
  const unquoted = text.replace(/^["'“](.*?)["'”]?$|^[|>].?$/, '$1') || '…';
  return [`needs straight quotes. Write: ${key}: ${JSON.stringify(unquoted)}`, key];
}

export const PLACEHOLDERS = ['product', 'lab', 'LAB', 'contact', 'spots'];

/** The values of placeholders in every text, from src/content/site.yml. Without one, a placeholder stays. */
export function readPlaceholderValues() {
  const { texts } = readContentFile('src/content/site.yml');
  const read = (key: string) => texts.get(key)?.text || `{${key}}`;
  const LAB = read('lab').toUpperCase().replaceAll(' ', '_');
  const spots = String(POSITIONS_PER_REFERRAL);
  return { product: read('product'), lab: read('lab'), LAB, contact: read('contact'), spots };
}
