import { globSync, readFileSync, statSync } from 'node:fs';
import { markdownToMdast } from 'satteri';
import { isScalar, parseDocument, type Scalar } from 'yaml';
import { POSITIONS_PER_REFERRAL } from '../waitlist/shared/referral.ts';

export const MISSING = 'is missing. Restore it.';

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
  [/\0/, "isn't saved as UTF-8. Save it again as UTF-8."],
  // The second is UTF-8 that was read as Windows-1252.
  [
    /\uFFFD|[ÂÃ][\x80-\xBF]|â€.?|ðŸ/,
    'has $& where a letter got lost. Type it again, or save the file as UTF-8.',
  ],
  [/^(<{7}|>{7})( |$)/m, 'has two versions, marked by Git. Keep one, and delete the marks.'],
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
 * of three hyphens, and then the `body`. With problems, it has no texts.
 */
export function readContentFile(file: string) {
  const texts: Texts = new Map();
  const problems: ContentProblem[] = [];
  readTexts(file, texts, (line, sentence, key) => problems.push({ file, line, key, sentence }));
  if (problems.length) texts.clear();
  return { texts, problems };
}

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length;

function readTexts(file: string, texts: Texts, report: Report) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return report(0, MISSING);
  const source = readFileSync(file, 'utf8').replace('\uFEFF', '').replaceAll(/\r\n?/g, '\n');
  for (const [pattern, sentence] of UNREADABLE) {
    const found = pattern.exec(source);
    if (found) return report(lineAt(source, found.index), sentence.replace('$&', found[0]));
  }
  if (file.endsWith('.yml')) return readKeys(source, texts, report);
  const tree = markdownToMdast(source);
  const head = 'children' in tree ? tree.children[0] : undefined;
  // Without the second line of hyphens, headings look like comments.
  if (head?.type !== 'yaml' || /^##/m.test(head.value))
    return report(1, 'must start with its keys, such as title, between two lines of ---.');
  const end = head.position?.end.offset ?? 0;
  const text = source.slice(end).trim();
  texts.set('body', { line: lineAt(source, source.indexOf(text, end)), text });
  // The first line is the hyphens.
  readKeys(`\n${head.value}`, texts, report);
}

const isComment = (row: string) => /^\s*(#|$)/.test(row);
const isEntry = (row: string) => /^[\w-]+:(\s|$)/.test(row);
/** Whether it goes on with the text of the line above. */
const isContinuation = (row: string) => /^\s+[^\s#]/.test(row);

/** Reports each line that YAML refuses, or reads as another text than what's written. */
function readKeys(source: string, texts: Texts, report: Report) {
  const document = parseDocument(source, { schema: 'failsafe' });
  // YAML finds an open bracket in the line below it.
  const errors = document.errors.filter(({ code }) => code !== 'BAD_INDENT');
  const codes = new Map(errors.map(({ code, linePos }) => [linePos?.[0].line, code]));
  const rows = source.split('\n');
  // YAML reads nothing below a first line that isn't an entry.
  const [first = ''] = rows.filter((row) => !isComment(row));
  for (const [index, row] of rows.entries()) {
    const line = index + 1;
    // A text of several lines is reported at the last.
    if (isComment(row) || isContinuation(rows[index + 1] ?? '')) continue;
    const [, key, written = ''] = /^\s*([\w-]+):\s*(.*?)\s*$/.exec(row) ?? [];
    const entry = key ? `${key}: ${quote(written)}` : 'key: "text"';
    const node = document.get(key, true);
    const isDuplicate = codes.get(line) === 'DUPLICATE_KEY' || texts.has(`${key}`);
    const isRefused = !isEntry(row) || (isEntry(first) && codes.has(line));
    // Such as below a text whose closing quote is missing, which is reported there.
    const isSwallowed = !isRefused && !node && document.errors.length > 0;
    if (isDuplicate) report(line, 'appears twice. Keep only one.', key);
    else if (key && !isRefused && isScalar<string>(node) && isWhole(node, source, written))
      texts.set(key, { line, text: node.value.trim() });
    else if (!isSwallowed)
      report(line, `must be written like this, from the start of the line: ${entry}`, key);
  }
}

/** Whether YAML kept all that's `written`, since it drops a `# comment`, and no curly quotes are around it. */
function isWhole({ range }: Scalar, source: string, written: string) {
  const raw = source.slice(...(range ?? []));
  const isQuoted = /^["']/.test(raw) && written.startsWith(raw);
  const isPlain = raw === written && !/^(“[^“”]*”|‘[^‘’]*’)$/.test(raw);
  return isQuoted || isPlain;
}

/** In straight quotes, instead of those around the text, or the only one before it. */
const quote = (text: string) =>
  JSON.stringify(text.replace(/^(?:["“]([^"“”]*)["”]?|['‘](.*)['’])$/, '$1$2'));

export const PLACEHOLDERS = ['product', 'lab', 'LAB', 'contact', 'spots'];

/** The values of placeholders in every text, from src/content/site.yml. Without one, a placeholder stays. */
export function readPlaceholderValues() {
  const { texts } = readContentFile('src/content/site.yml');
  const read = (key: string) => texts.get(key)?.text || `{${key}}`;
  const LAB = read('lab').toUpperCase().replaceAll(' ', '_');
  const spots = String(POSITIONS_PER_REFERRAL);
  return { product: read('product'), lab: read('lab'), LAB, contact: read('contact'), spots };
}
