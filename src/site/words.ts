import { resolve } from 'node:path';
import type { Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { closestMatch } from 'leven';
import { type Mistake, readFrontMatter, writeLine } from './front-matter.ts';

/** Reads src/content/`name`.md, with the names filled in. */
export async function readWords(name: string, schema: z.ZodObject) {
  const file = `src/content/${name}.md`;
  const keys = keysOf(schema);
  const { texts, lines, mistakes } = readFrontMatter(file, keys);
  if (!lines.size) return { file, words: {}, mistakes };
  const tell = (key: string, sentence: string) =>
    mistakes.push({ file, line: lines.get(key) ?? lastLine, key, sentence });
  const lastLine = Math.max(...lines.values());

  const { data: words = {}, error } = await schema.safeParseAsync(nest(texts, schema));
  const issues = (error?.issues ?? []).map((issue) => ({ ...issue, key: issue.path.join('.') }));
  const missing = new Set(issues.map(({ key }) => key).filter((key) => !lines.has(key)));
  for (const key of [...lines.keys()].filter((key) => !keys.includes(key))) {
    const meant = closestMatch(key, [...missing], { maxDistance: 3 }) ?? '';
    if (missing.delete(meant)) tell(key, `is misspelt. Write before its colon: ${meant}`);
    else if (key === 'body') tell(key, 'is a text that no page shows. Put it behind a key.');
    else tell(key, 'is no key that anything reads. Take its line away.');
  }
  for (const issue of issues.filter(({ key }) => lines.has(key) || missing.has(key))) {
    const correction = issue.code === 'custom' && issue.params?.correction;
    tell(issue.key, issue.message + (correction ? ` ${writeLine(issue.key, correction)}` : ''));
  }
  return { file, words, mistakes };
}

/** A mistake ends a build. In `npm start` it must not end the server: readContent throws it in the page. */
export const wordsLoader = (id: string, schema: z.ZodObject): Loader => ({
  name: id,
  async load({ store, parseData, renderMarkdown, watcher }) {
    async function load() {
      const { file, words, mistakes } = await readWords(id, schema);
      const told = mistakes.map(tellMistake);
      if (told.length && !watcher) throw new Error(told.join('\n\n'));
      if (told.length) return store.set({ id, data: { told: told.join('\n\n') } });
      const data = await parseData({ id, data: words, filePath: resolve(file) });
      const rendered = await renderMarkdown(String(data.body ?? ''));
      return store.set({ id, data, filePath: file, rendered });
    }
    await load();
    watcher?.on('all', (_, path) => /src\/(content|assets)\//.test(path) && load());
  },
});

export async function checkWords(schemas: Record<string, z.ZodObject>): Promise<Mistake[]> {
  const read = Object.entries(schemas).map(([name, schema]) => readWords(name, schema));
  const files = await Promise.all(read);
  return files.flatMap(({ mistakes }) => mistakes.toSorted((a, b) => a.line - b.line));
}

/** Such as `src/content/landing.md, line 9, hint: is empty. Write a text.` */
export const tellMistake = ({ file, line, key, sentence }: Mistake) =>
  `${[file, `line ${line}`, ...(key ? [key] : [])].join(', ')}: ${sentence}`;

/** Such as `hint` and `hero.alt`. */
const keysOf = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([key, value]) =>
    value instanceof z.ZodObject ? keysOf(value).map((name) => `${key}.${name}`) : key,
  );

/** `{ 'hero.alt': text }` as `{ hero: { alt: text } }`. */
const nest = (texts: Record<string, string>, { shape }: z.ZodObject, block = ''): object => {
  const words = Object.entries(shape).map(([key, value]) => [
    key,
    value instanceof z.ZodObject ? nest(texts, value, `${key}.`) : texts[block + key],
  ]);
  return Object.fromEntries(words);
};
