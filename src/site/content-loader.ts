import { resolve } from 'node:path';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { closestMatch } from 'leven';
import { type ContentProblem, readContentFile, writeLine } from './content-file.ts';

/** `input` is what the file src/content/`name` holds, and `data` what `schema` makes of it. */
export async function checkFile(name: string, schema: z.ZodObject) {
  const keys = Object.keys(schema.shape);
  const file = `src/content/${name}.${keys.includes('body') ? 'md' : 'yml'}`;
  const { texts: input, lines, problems } = readContentFile(file, keys);
  if (!lines.size) return { file, input, data: {}, problems };
  const report = (line: number, key: string, sentence: string) => {
    // YAML says it first.
    const isReported = problems.some((problem) => problem.key === key && problem.line === line);
    if (!isReported) problems.push({ file, line, key, sentence });
  };

  const { data = {}, error } = await schema.safeParseAsync(input);
  const issues = error?.issues ?? [];
  const missing = new Set(issues.map(({ path }) => path.join()).filter((key) => !lines.has(key)));
  for (const [key, line] of lines) {
    const meant = closestMatch(key, [...missing], { maxDistance: 3 }) ?? '';
    if (keys.includes(key)) continue;
    if (missing.delete(meant)) report(line, key, `is misspelt. Write before its colon: ${meant}`);
    else report(line, key, 'is no key that anything reads. Take this line away.');
  }
  for (const { path, message, ...issue } of issues) {
    const key = path.join();
    const { correction, line = 0 } = Object(issue.code === 'custom' && issue.params);
    const advice = key === 'body' ? correction : correction && writeLine(key, correction);
    const keyAbove = keys.slice(0, keys.indexOf(key)).findLast((above) => lines.has(above)) ?? '';
    const first = lines.get(key) ?? (missing.has(key) && (lines.get(keyAbove) ?? 1));
    if (first) report(first + line, key, message + (advice ? ` Write: ${advice}` : ''));
  }
  return { file, input, data, problems };
}

/** A problem ends a build. In `npm start` it must not end the server: readContent throws it in the page. */
export const contentLoader = (schema: z.ZodObject): Loader => ({
  name: 'src/content',
  async load({ collection: id, store, parseData, renderMarkdown, watcher }) {
    async function load() {
      const { file, input, data, problems } = await checkFile(id, schema);
      const sentences = problems.map(formatProblem).join('\n\n');
      if (sentences && !watcher) throw new Error(sentences);
      if (sentences) return store.set({ id, data: { problems: sentences } });
      const { belowHeading = '' } = Object(Object(data).body);
      const rendered = await renderMarkdown(belowHeading);
      const parsed = await parseData({ id, data: input, filePath: resolve(file) });
      return store.set({ id, data: parsed, filePath: file, rendered });
    }
    await load();
    watcher?.on('all', (_, path) => /src\/(content|assets)\//.test(path) && load());
  },
});

export async function checkContent(
  schemas: Record<string, z.ZodObject>,
): Promise<ContentProblem[]> {
  const checks = Object.entries(schemas).map(([name, schema]) => checkFile(name, schema));
  const files = await Promise.all(checks);
  return files.flatMap(({ problems }) => problems.toSorted((a, b) => a.line - b.line));
}

/** Such as `src/content/landing.md, line 9, hint: is empty. Write a text.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, `line ${line}`, ...(key ? [key] : [])].join(', ')}: ${sentence}`;
