import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { z } from 'astro/zod';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { contentRules } from './content-rules.ts';
import { describeConsent, type Page, readPage } from './markdown.ts';
import { findPictureProblem } from './picture.ts';
import { type Entries, type LineReport, readFile } from './read-file.ts';
import { placeholderValues } from './text-rules.ts';

type Rules = ReturnType<typeof contentRules>;
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
/** Files without the name of their rule. The consent text links to /privacy. */
const FILES: Record<string, string> = { notFound: 'not-found', pages: 'pages/privacy' };
const PAGE = /^src\/content\/pages\/(?!(about|index|404)\.)[a-z\d-]+\.md$/;
const UNUSED =
  "isn't used here. Delete it, or make it a page: pages/NAME.md, where NAME has only lowercase letters, digits and hyphens, and isn't about, index or 404.";

/** Reads src/content once: of each file, the name of its rule and its texts. Reports missing and unused files. */
export function readFolder(report: Report = () => {}) {
  const found = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    // Without hidden files, such as Finder's .DS_Store.
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/'));
  const names = new Map<string, keyof Rules>();
  for (const [name, { shape }] of Object.entries(contentRules())) {
    const file = FILES[name] ?? name;
    names.set(`${FOLDER}/${file}${'body' in shape ? '.md' : '.yml'}`, name as keyof Rules);
  }
  const absent = new Set(names.keys()).difference(new Set(found));
  const files = new Map<string, { name: keyof Rules; entries: Entries }>();
  for (const file of found) {
    const name = PAGE.test(file) ? 'pages' : names.get(file);
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

/** What fills placeholders, from site.yml. A text that's missing there leaves its placeholder. */
export const readPlaceholderValues = (files = readFolder()) =>
  placeholderValues((key) => files.get(`${FOLDER}/site.yml`)?.entries.get(key)?.text || `{${key}}`);

/** Reads and checks all texts, and fills their placeholders. With a problem, some are missing. */
export async function readContent() {
  const problems: ContentProblem[] = [];
  const report: Report = (file, line, sentence, key) =>
    problems.push({ file, line, key, sentence });
  const files = readFolder(report);
  const values = readPlaceholderValues(files);
  const fill = (text = '') => fillPlaceholders(text, values);

  const parsed = new Map<string, Page>();
  const places = ['/', '/#join'];
  for (const [file, { name, entries }] of files) {
    if (name !== 'about' && name !== 'pages') continue;
    const page = readPage(fill(entries.get('body')?.text));
    const path = `/${parse(file).name}`;
    places.push(path, ...page.sections.map(({ id }) => `${path}#${id}`));
    parsed.set(file, page);
  }
  // Without a file that can't be read, nobody knows what links lead to.
  const rules = contentRules(problems.length ? undefined : places);

  const pages: Record<string, unknown> = {};
  const content: Record<string, Record<string, string>> = {};
  for (const [file, { name, entries }] of files) {
    if (problems.some((problem) => problem.file === file)) continue;
    const texts = checkTexts(entries, rules[name], report.bind(null, file));
    const filled = Object.entries(texts).map(([key, text]) => [key, fill(text)]);
    const data = { ...Object.fromEntries(filled), page: parsed.get(file) };
    if (name === 'pages') pages[parse(file).name] = data;
    else content[name] = data;
  }
  const landing = `${FOLDER}/landing.md`;
  const { text, line = 0 } = files.get(landing)?.entries.get('picture') ?? {};
  const problem = text && (await findPictureProblem(text));
  if (problem) report(landing, line, problem, 'picture');
  const consent = describeConsent(content.form?.consent, `${content.site?.privacyLink}`);
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
