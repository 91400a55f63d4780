import { existsSync, readdirSync } from 'node:fs';
import { parse } from 'node:path';
import type { z } from 'astro/zod';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { type ContentProblem, readContentFile } from './content-file.ts';
import { readPlaceholderValues, readSite } from './placeholder-values.ts';

/** By the path in src/content; `pages/*.md` stands for each file of that folder. */
export type ContentRules = Record<string, z.ZodObject>;

/** A text has room for names of this length. If a longer one doesn't fit, the name is at fault. */
const ORDINARY_NAMES = { product: 'Eightish', lab: 'Fifteen Letters' };

export function filesOf(path: string): string[] {
  const file = `src/content/${path}`;
  // Without share.yml there is no share picture.
  if (path === 'share.yml' && !existsSync(file)) return [];
  const [folder, isEach] = file.split('/*');
  if (!isEach) return [file];
  return readdirSync(folder ?? '').map((name) => `${folder}/${name}`);
}

/** The texts of a file with the names of site.yml filled in, and what is wrong with them. */
export async function checkFile<Rules extends z.ZodObject>(file: string, rules: Rules) {
  const { texts, problems } = readContentFile(file);
  const report = (sentence: string, key?: string, row = 0, cause?: ContentProblem['cause']) =>
    problems.push({ file, line: (texts.get(key ?? '')?.line ?? 1) + row, key, sentence, cause });
  const parseWith = (names: Partial<typeof ORDINARY_NAMES>) => {
    const values = readPlaceholderValues({ ...readSite(), ...names });
    const filled = [...texts].map(([key, { text }]) => [key, fillPlaceholders(text, values)]);
    return rules.safeParseAsync(Object.fromEntries(filled));
  };
  const isPage = file.startsWith('src/content/pages/');
  if (isPage && !/^(?!(about|index|404)$)[a-z\d-]+$/.test(parse(file).name))
    report('cannot be the address of a page: it takes small letters, digits and hyphens.');

  const { data, error } = await parseWith({});
  if (!error || !texts.size) return { data: (data ?? {}) as z.infer<Rules>, problems };
  const { product, lab } = ORDINARY_NAMES;
  const other = { product: await parseWith({ product }), lab: await parseWith({ lab }) };
  const misread = new Set(problems.map(({ key }) => key));
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) report('is a key that nothing reads. Take it away.', key);
      continue;
    }
    const [key, row] = issue.path as [string, number?];
    if (misread.has(key)) continue;
    const isIn = ({ error }: (typeof other)['lab']) =>
      error?.issues.some(({ path }) => path.join() === issue.path.join());
    const cause = (['product', 'lab'] as const).find((name) => !isIn(other[name]));
    report(issue.message, key, row, cause);
  }
  return { data: {} as z.infer<Rules>, problems };
}

/** What is wrong in all files. A name that makes texts wrong is reported once, where it stands. */
export async function checkContent(contentRules: ContentRules): Promise<ContentProblem[]> {
  const checks = Object.entries(contentRules).flatMap(([path, rules]) =>
    filesOf(path).map((file) => checkFile(file, rules)),
  );
  const problems = (await Promise.all(checks)).flatMap((check) => check.problems);
  for (const name of ['product', 'lab'] as const) {
    const caused = problems.filter(({ cause }) => cause === name);
    if (!caused.length) continue;
    const file = 'src/content/site.yml';
    const line = readContentFile(file).texts.get(name)?.line ?? 1;
    const sentence = `makes other texts wrong. ${caused.map(formatProblem).join(' ')}`;
    problems.push({ file, line, key: name, sentence });
  }
  return problems.filter(({ cause }) => !cause);
}

/** Such as `src/content/landing.md, line 9, hint: is empty.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, `line ${line}`, ...(key ? [key] : [])].join(', ')}: ${sentence}`;
