import { globSync, readFileSync, statSync } from 'node:fs';
import { markdownToMdast } from 'satteri';
import { isScalar, parseDocument } from 'yaml';
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
  if (file.endsWith('.yml')) return readKeys(source, texts, report);
  const tree = markdownToMdast(source);
  const head = 'children' in tree ? tree.children[0] : undefined;
  // Without the second line of hyphens, headings look like comments.
  if (head?.type !== 'yaml' || /^##/m.test(head.value))
    return report(1, 'must start with its keys, between two lines of three hyphens: ---.');
  const end = head.position?.end.offset ?? 0;
  const text = source.slice(end).trim();
  texts.set('body', { line: lineAt(source, source.indexOf(text, end)), text });
  readKeys(`\n${head.value}`, texts, report);
}

/** A line other than a comment, with the indented lines below it, which YAML would add to its text. */
const ENTRY = /^(?!\s*(#|$)).*(\n[ \t]+[^\s#].*)*/gm;

/** Each entry is a YAML document of its own, so that a slip in one doesn't hide the others. */
function readKeys(source: string, texts: Texts, report: Report) {
  const entries = [...source.matchAll(ENTRY)];
  if (!entries.length) report(1, 'has no texts. Restore it.');
  for (const match of entries) {
    const entry = match[0].trim();
    const line = lineAt(source, match.index);
    const [, key, written = ''] = /^(\w+):(?:[ \t]+(.*))?$/m.exec(entry) ?? [];
    const text = readText(entry, key, written);
    const unquoted = written.replace(/^["'“](.*?)["'”]?$/, '$1');
    if (!key || entry.includes('\n')) report(line, 'must look like `key: text`, on one line.', key);
    else if (texts.has(key)) report(line, 'appears twice. Keep only one.', key);
    else if (text !== undefined) texts.set(key, { line, text });
    else report(line, `needs straight quotes. Write: ${key}: ${JSON.stringify(unquoted)}`, key);
  }
}

/** Undefined if YAML would read another text than what's `written`, such as one without its `# comment`. */
function readText(entry: string, key: string | undefined, written: string): string | undefined {
  const document = parseDocument(entry, { schema: 'failsafe', prettyErrors: false });
  const value = document.get(key, true);
  if (document.errors.length || !isScalar<string>(value)) return undefined;
  const isWhole = value.type === 'PLAIN' ? value.value === written : /^["']/.test(written);
  return isWhole && !INVISIBLE.test(value.value) ? value.value.trim() : undefined;
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
