import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { z } from 'astro/zod';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { contentRules } from './content-rules.ts';
import { describeConsent, type Page, readPage } from './markdown.ts';
import { findPictureProblem } from './picture.ts';
import { type Entries, type LineReport, readFile } from './read-file.ts';
import { placeholderValues } from './text-rules.ts';

type Rules = typeof contentRules;
type Texts = { [Name in keyof Rules]: z.infer<Rules[Name]> };

/** The texts of src/content by file and key, and what's made of them; `share` is undefined if its file is missing. */
export type Content = Omit<Texts, 'pages' | 'share'> & {
  about: { page: Page };
  pages: Record<string, Texts['pages'] & { page: Page }>;
  share?: Texts['share'];
} & ReturnType<typeof describeConsent>;

/** What a LineReport says about a file. */
interface ContentProblem {
  file: string;
  line: number;
  sentence: string;
  key?: string | undefined;
}

type Report = (file: string, ...problem: Parameters<LineReport>) => void;

const FOLDER = 'src/content';
/** Without the other pages. The consent text links to /privacy. */
const FILES = new Map<string, keyof Rules>([
  ['src/content/site.yml', 'site'],
  ['src/content/landing.md', 'landing'],
  ['src/content/about.md', 'about'],
  ['src/content/not-found.md', 'notFound'],
  ['src/content/pages/privacy.md', 'pages'],
  ['src/content/form.yml', 'form'],
  ['src/content/confirmation.yml', 'confirmation'],
  ['src/content/share.yml', 'share'],
  ['src/content/member.yml', 'member'],
]);
const PAGE = /^src\/content\/pages\/(?!(about|index|404)\.)[a-z\d-]+\.md$/;
const UNUSED =
  "isn't used here. Delete it, or make it a page: pages/NAME.md, where NAME has only lowercase letters, digits and hyphens, and isn't about, index or 404.";

/** Reads src/content once: of each file, the name of its rule and its texts. Reports missing and unused files. */
export function readFolder(report: Report = () => {}) {
  const found = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    // Without hidden files, such as Finder's .DS_Store.
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/'));
  const absent = new Set(FILES.keys()).difference(new Set(found));
  const files = new Map<string, { name: keyof Rules; entries: Entries }>();
  for (const file of found) {
    const name = PAGE.test(file) ? 'pages' : FILES.get(file);
    if (name) {
      const entries = readFile(file, readFileSync(file, 'utf8'), report.bind(null, file));
      files.set(file, { name, entries });
      continue;
    }
    // Such as About.md, or share.yaml.
    const meant = absent.values().find((other) => baseOf(other) === baseOf(file));
    absent.delete(`${meant}`);
    report(file, 0, meant ? `must be called ${meant}.` : UNUSED);
  }
  // Without it, the site has no share picture.
  absent.delete(`${FOLDER}/share.yml`);
  for (const file of absent) report(file, 0, 'is missing. Restore it.');
  return files;
}

const baseOf = (file: string) => parse(file).name.toLowerCase();

/** What fills placeholders, from site.yml. A text that's wrong there, or missing, leaves its placeholder. */
export const readPlaceholderValues = (files = readFolder()) =>
  placeholderValues((key) => {
    const { text } = files.get(`${FOLDER}/site.yml`)?.entries.get(key) ?? {};
    return contentRules.site.shape[key].safeParse(text).data ?? `{${key}}`;
  });

/** Reads and checks all texts, and fills their placeholders. With a problem, some are missing. */
export async function readContent() {
  const problems: ContentProblem[] = [];
  const report: Report = (file, line, sentence, key) =>
    problems.push({ file, line, key, sentence });
  const files = readFolder(report);
  const values = readPlaceholderValues(files);
  const fill = (text = '') => fillPlaceholders(text, values);

  const places = ['/', '/#join'];
  for (const [file, { entries }] of files) {
    const body = fill(entries.get('body')?.text);
    // Other texts can't have formatting.
    if (!body.startsWith('# ')) continue;
    const { sections } = readPage(body);
    const path = `/${parse(file).name}`;
    places.push(path, ...sections.map(({ id }) => `${path}#${id}`));
  }
  // Without a file that can't be read, nobody knows what links lead to.
  const isComplete = problems.length === 0;
  const inText = (file: string, key: string) => (sentence: string, before: string) => {
    const { line = 0 } = files.get(file)?.entries.get(key) ?? {};
    if (isComplete) report(file, line + before.split('\n').length - 1, sentence, key);
  };
  const pages: Record<string, unknown> = {};
  const content: Record<string, Record<string, string>> = {};
  for (const [file, { name, entries }] of files) {
    if (problems.some((problem) => problem.file === file)) continue;
    const texts = checkTexts(entries, contentRules[name], report.bind(null, file));
    const filled = Object.entries(texts).map(([key, text]) => [key, fill(text)]);
    const data = Object.fromEntries(filled);
    if (data.body?.startsWith('# ')) data.page = readPage(data.body, inText(file, 'body'), places);
    if (name === 'pages') pages[parse(file).name] = data;
    else content[name] = data;
  }
  const landing = `${FOLDER}/landing.md`;
  const { text, line = 0 } = files.get(landing)?.entries.get('picture') ?? {};
  const problem = text && (await findPictureProblem(text));
  if (problem) report(landing, line, problem, 'picture');
  const { form, site } = content;
  const fail = inText(`${FOLDER}/form.yml`, 'consent');
  const consent = describeConsent(form?.consent, site?.privacyLink, fail, places);
  return { content: { ...content, pages, ...consent } as unknown as Content, problems };
}

/** Returns the texts, unless there's a problem. */
function checkTexts(entries: Entries, rules: z.ZodObject, report: LineReport) {
  const absent = Object.keys(rules.shape).filter((key) => !entries.has(key));
  const unused = [...entries.keys()].filter((key) => !Object.hasOwn(rules.shape, key));
  const advice = ['Delete it', ...absent.map((key) => `rename it to ${key}`)].join(', or ');
  for (const key of unused) report(entries.get(key)?.line ?? 1, `isn't used here. ${advice}.`, key);
  const texts = Array.from(entries, ([key, { text }]) => [key, text]);
  const { data = {}, error } = rules.safeParse(Object.fromEntries(texts));
  const missing: string[] = [];
  for (const { message, path } of error?.issues ?? []) {
    const [key, row = 0] = path as [string, number?];
    const { line } = entries.get(key) ?? {};
    if (line) report(line + row, message, key);
    else missing.push(key);
  }
  if (missing.length && !unused.length)
    report(1, `has no line for ${missing.join(', ')}, such as \`${missing[0]}: text\`.`);
  return data as Record<string, string>;
}

/** Such as `src/content/landing.md, line 9, hint: is empty.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, line && `line ${line}`, key].filter(Boolean).join(', ')}: ${sentence}`;
