import { existsSync } from 'node:fs';
import { parse } from 'node:path';
import type { z } from 'astro/zod';
import { DRAWINGS } from '../pictures/palette.ts';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import {
  type ContentProblem,
  findFiles,
  MISSING,
  pageFiles,
  readContentFile,
  readPlaceholderValues,
} from './content-file.ts';
import { contentRules } from './content-rules.ts';

type Texts = { [Name in keyof typeof contentRules]: z.infer<(typeof contentRules)[Name]> };

/** The texts of src/content by file and key. */
export interface Content extends Omit<Texts, 'pages' | 'share'> {
  pages: Record<string, Texts['pages']>;
  /** Undefined if the site has no share picture. */
  share?: Texts['share'];
}

/** The only file that may be missing. */
const SHARE = 'src/content/share.yml';

/** `notFound` is in not-found.md, since it has a body; others are in NAME.yml, and `pages` in a folder. */
export function filesOf(name: string, rules: z.ZodObject): string[] {
  if (name === 'pages') return pageFiles();
  const kebab = name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  const file = `src/content/${kebab}${'body' in rules.shape ? '.md' : '.yml'}`;
  return file === SHARE && !existsSync(file) ? [] : [file];
}

/** Reads all texts and fills their placeholders. With a problem in src/content or a drawing, some are missing. */
export async function readContent() {
  const all = Object.entries(contentRules).flatMap(([name, rules]) =>
    filesOf(name, rules).map((file) => ({ file, name, rules })),
  );
  const { problems, misnamed } = findStrays(all.map(({ file }) => file));
  const pages: Record<string, unknown> = {};
  const content: Record<string, unknown> = { pages };
  for (const { file, name, rules } of all.filter(({ file }) => !misnamed.has(file))) {
    const checked = await checkFile(file, rules);
    problems.push(...checked.problems);
    if (name === 'pages') pages[parse(file).name] = checked.data;
    else content[name] = checked.data;
  }
  return { content: content as unknown as Content, problems };
}

/** Checks a file, then fills its placeholders. A problem means that the data isn't valid. */
async function checkFile(file: string, rules: z.ZodObject) {
  const { texts, problems } = readContentFile(file);
  if (problems.length) return { data: {}, problems };
  const report = (line: number, sentence: string, key?: string) =>
    problems.push({ file, line, key, sentence });

  const absent = Object.keys(rules.shape).filter((key) => !texts.has(key));
  const unused = [...texts.keys()].filter((key) => !Object.hasOwn(rules.shape, key));
  const advice = ['Delete it', ...absent.map((key) => `rename it to ${key}`)].join(', or ');
  for (const key of unused) report(texts.get(key)?.line ?? 1, `isn't used here. ${advice}.`, key);
  const written = [...texts].map(([key, { text }]) => [key, text]);
  const { data, error } = await rules.safeParseAsync(Object.fromEntries(written));
  const missing: string[] = [];
  for (const { message, path } of error?.issues ?? []) {
    const [key, row = 0] = path as [string, number?];
    const { line } = texts.get(key) ?? {};
    if (line) report(line + row, message, key);
    else missing.push(key);
  }
  if (missing.length && !unused.length)
    report(1, `has no line for ${missing.join(', ')}, such as \`${missing[0]}: text\`.`);
  const values = readPlaceholderValues();
  const filled = Object.entries(data ?? {}).map(([key, value]) => {
    return [key, fillPlaceholders(String(value), values)];
  });
  return { data: Object.fromEntries(filled), problems };
}

const UNUSED =
  "isn't used here. Delete it, or make it a page: pages/NAME.md, where NAME has only lowercase letters, digits and hyphens, and isn't about, index or 404.";

/** Missing drawings, and files that aren't `expected`. `misnamed` are expected ones with another name, such as About.md. */
function findStrays(expected: string[]) {
  const drawings = DRAWINGS.map((name) => `src/assets/${name}.svg`);
  const problems: ContentProblem[] = drawings
    .filter((file) => !existsSync(file))
    .map((file) => ({ file, line: 0, sentence: MISSING }));
  const absent = new Set([...expected, SHARE].filter((file) => !existsSync(file)));
  const misnamed = new Set<string>();
  for (const file of findFiles('{*,pages/*}')) {
    if (expected.includes(file) || file === 'src/content/pages') continue;
    const other = absent.values().find((name) => baseOf(name) === baseOf(file));
    if (other) misnamed.add(other);
    problems.push({ file, line: 0, sentence: other ? `must be called ${other}.` : UNUSED });
  }
  return { problems, misnamed };
}

const baseOf = (file: string) => parse(file).name.toLowerCase();

/** Such as `src/content/landing.md, line 9, hint: is empty.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, line && `line ${line}`, key].filter(Boolean).join(', ')}: ${sentence}`;
