import { existsSync } from 'node:fs';
import { parse } from 'node:path';
import { diff } from 'node:util';
import type { z } from 'astro/zod';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import {
  type ContentProblem,
  findFiles,
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
  // Undefined for a line that could be any key.
  const slips = problems.map(({ key }) => key);
  const report = (key: string, sentence: string, row = 0) =>
    problems.push({ file, line: (texts.get(key)?.line ?? 1) + row, key, sentence });

  let absent = Object.keys(rules.shape).filter((key) => !texts.has(key) && !slips.includes(key));
  for (const key of texts.keys()) {
    if (Object.hasOwn(rules.shape, key)) continue;
    const meant = findSimilar(key, absent);
    absent = absent.filter((key) => key !== meant);
    report(key, meant ? `did you mean ${meant}?` : 'is not used anywhere. Delete it.');
  }
  const written = [...texts].map(([key, { text }]) => [key, text]);
  const { data, error } = await rules.safeParseAsync(Object.fromEntries(written));
  for (const { message, path } of error?.issues ?? []) {
    const [key, row] = path as [string, number?];
    if (texts.has(key)) report(key, message, row);
    else if (absent.includes(key) && !slips.includes(undefined)) report(key, 'is missing.');
  }
  const values = readPlaceholderValues();
  const filled = Object.entries(data ?? {}).map(([key, text]) => {
    return [key, fillPlaceholders(String(text), values)];
  });
  return { data: Object.fromEntries(filled) as z.infer<Rules>, problems };
}

const UNUSED =
  "isn't used here. Delete it, or make it a page: pages/NAME.md, where NAME has only lowercase letters, digits and hyphens, and isn't about, index or 404.";

/** Every problem in src/content. `contentRules` maps each collection's name to its rules. */
export async function checkContent(contentRules: Record<string, z.ZodObject>) {
  const rulesOf = new Map<string, z.ZodObject>();
  for (const [name, rules] of Object.entries(contentRules))
    for (const file of filesOf(name, rules)) rulesOf.set(file, rules);
  const problems: ContentProblem[] = [];
  for (const file of findFiles('{*,pages/*}')) {
    if (rulesOf.has(file) || file === 'src/content/pages') continue;
    const missing = [...rulesOf.keys(), SHARE].filter((file) => !existsSync(file));
    const meant = findSimilar(file, missing);
    rulesOf.delete(meant);
    problems.push({ file, line: 0, sentence: meant ? `must be called ${meant}.` : UNUSED });
  }
  const checks = [...rulesOf].map(([file, rules]) => checkFile(file, rules));
  return [...problems, ...(await Promise.all(checks)).flatMap(({ problems }) => problems)];
}

/** The most similar key or file, or an empty string if none is similar. */
function findSimilar(name: string, others: string[]): string {
  const base = (name: string) => [...parse(name).base.toLowerCase()];
  const distance = (other: string) =>
    diff(base(name), base(other)).filter(([operation]) => operation).length;
  const [nearest = ''] = others.toSorted((one, other) => distance(one) - distance(other));
  return distance(nearest) <= base(name).length / 2 ? nearest : '';
}

/** Such as `src/content/landing.md, line 9, hint: is empty.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, line && `line ${line}`, key].filter(Boolean).join(', ')}: ${sentence}`;
