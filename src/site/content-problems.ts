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

/** The only file that may be missing. */
const SHARE = 'src/content/share.yml';

/** `NAME.md` if it has a body, otherwise `NAME.yml`, or all files in src/content/pages. */
export function filesOf(name: string, rules: z.ZodObject): string[] {
  if (name === 'pages') return pageFiles();
  const file = `src/content/${name}${'body' in rules.shape ? '.md' : '.yml'}`;
  return file === SHARE && !existsSync(file) ? [] : [file];
}

/** Checks a file, then fills its placeholders. A problem means that the data isn't valid. */
export async function checkFile<Rules extends z.ZodObject>(file: string, rules: Rules) {
  const { texts, problems } = readContentFile(file);
  if (problems.length) return { data: {} as z.infer<Rules>, problems };
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
  return { data: Object.fromEntries(filled) as z.infer<Rules>, problems };
}

const UNUSED =
  "isn't used here. Delete it, or make it a page: pages/NAME.md, where NAME has only lowercase letters, digits and hyphens, and isn't about, index or 404.";

/** Every problem in src/content and in the drawings. `contentRules` maps each collection's name to its rules. */
export async function checkContent(contentRules: Record<string, z.ZodObject>) {
  const rulesOf = new Map<string, z.ZodObject>();
  for (const [name, rules] of Object.entries(contentRules))
    for (const file of filesOf(name, rules)) rulesOf.set(file, rules);
  const drawings = DRAWINGS.map((name) => `src/assets/${name}.svg`);
  const problems: ContentProblem[] = drawings
    .filter((file) => !existsSync(file))
    .map((file) => ({ file, line: 0, sentence: MISSING }));
  for (const file of findFiles('{*,pages/*}')) {
    if (rulesOf.has(file) || file === 'src/content/pages') continue;
    const names = [...rulesOf.keys(), SHARE].filter((name) => !existsSync(name));
    const meant = names.find((name) => baseOf(name) === baseOf(file)) ?? '';
    rulesOf.delete(meant);
    problems.push({ file, line: 0, sentence: meant ? `must be called ${meant}.` : UNUSED });
  }
  const checks = [...rulesOf].map(([file, rules]) => checkFile(file, rules));
  return [...problems, ...(await Promise.all(checks)).flatMap(({ problems }) => problems)];
}

const baseOf = (file: string) => parse(file).name.toLowerCase();

/** Such as `src/content/landing.md, line 9, hint: is empty.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, line && `line ${line}`, key].filter(Boolean).join(', ')}: ${sentence}`;
