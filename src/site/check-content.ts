import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import type { z } from 'astro/zod';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { type ContentProblem, readContentFile } from './content-file.ts';
import { readPlaceholderValues } from './placeholder-values.ts';

/** The files of a collection in src/content: `NAME.yml`, `NAME.md`, or all files in the folder `NAME`. */
export function filesOf(name: string): string[] {
  const found = readdirSync('src/content').find((entry) => parse(entry).name === name);
  if (!found) return [];
  if (found !== name) return [`src/content/${found}`];
  return readdirSync(`src/content/${name}`).map((entry) => `src/content/${name}/${entry}`);
}

/** Checks a file, then fills its placeholders. A problem means that the data isn't valid. */
export async function checkFile<Rules extends z.ZodObject>(file: string, rules: Rules) {
  const { texts, problems } = readContentFile(file);
  const report = (sentence: string, key = '', row = 0) =>
    problems.push({ file, line: (texts.get(key)?.line ?? 1) + row, key, sentence });

  const isPage = file.startsWith('src/content/pages/');
  if (isPage && !/^(?!(about|index|404)$)[a-z\d-]+$/.test(parse(file).name))
    report("can't be a page's URL: use only lowercase letters, digits and hyphens.");
  for (const key of texts.keys())
    if (!(key in rules.shape)) report('is not used anywhere. Delete it.', key);

  const written = [...texts].map(([key, { text }]) => [key, text]);
  const { data, error } = await rules.safeParseAsync(Object.fromEntries(written));
  for (const { message, path } of error?.issues ?? [])
    report(message, ...(path as [string, number?]));
  const values = readPlaceholderValues();
  const filled = Object.entries(data ?? {}).map(([key, text]) => {
    return [key, fillPlaceholders(String(text), values)];
  });
  return { data: Object.fromEntries(filled) as z.infer<Rules>, problems };
}

/** Every problem in every file. `contentRules` maps each collection's name to its rules. */
export async function checkContent(contentRules: Record<string, z.ZodObject>) {
  const checks = Object.entries(contentRules).flatMap(([name, rules]) =>
    filesOf(name).map((file) => checkFile(file, rules)),
  );
  return (await Promise.all(checks)).flatMap(({ problems }) => problems);
}

/** Such as `src/content/landing.md, line 9, hint: is empty.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, `line ${line}`, ...(key ? [key] : [])].join(', ')}: ${sentence}`;
