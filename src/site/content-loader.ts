import { resolve } from 'node:path';
import type { Loader } from 'astro/loaders';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { type ContentProblem, readContentFile, writeLine } from './content-file.ts';
import { readPlaceholderValues } from './placeholder-values.ts';
import type { Rule } from './text-rules.ts';

/** By key, in the order of the file. */
export type Rules<Key extends string> = Record<Key, Rule>;

/** What is wrong in the file src/content/`name`, and its texts with the placeholders filled in. */
export async function checkFile<Key extends string>(name: string, rules: Rules<Key>) {
  const keys = Object.keys(rules) as Key[];
  const file = `src/content/${name}.${'body' in rules ? 'md' : 'yml'}`;
  const values = readPlaceholderValues();
  const { texts, problems } = readContentFile(file, keys);
  const data = {} as Record<Key, string>;
  if (!texts.size) return { file, data, problems };

  let line = 1;
  for (const key of keys) {
    const found = texts.get(key);
    const text = found?.text ?? '';
    data[key] = fillPlaceholders(text, values);
    line = found?.line ?? line;
    for (const { sentence, correction, row = 0 } of await rules[key](text, values)) {
      if (!found) {
        const missing = `is missing. Write its text under this line, behind ${key}:`;
        problems.push({ file, line, key, sentence: missing });
      } else if (!problems.some((earlier) => earlier.line === line + row)) {
        const advice = key === 'body' ? correction : correction && writeLine(key, correction);
        const advised = advice ? `${sentence} Write: ${advice}` : sentence;
        problems.push({ file, line: line + row, key, sentence: advised });
      }
    }
  }
  return { file, data, problems: problems.toSorted((one, other) => one.line - other.line) };
}

/** In `npm start` a problem must not end the server: readContent throws it in the page. */
export const contentLoader = (rules: Rules<string>): Loader => ({
  name: 'src/content',
  async load({ collection: id, store, renderMarkdown, parseData, watcher }) {
    async function load() {
      const { file, data, problems } = await checkFile(id, rules);
      if (problems.length)
        return store.set({ id, data: { problems: problems.map(formatProblem).join('\n\n') } });
      // A page writes its title itself.
      const rendered = await renderMarkdown((data.body ?? '').replace(/^# .*/, ''));
      // Astro imports a picture from its path.
      if (data.picture) data.picture = `../assets/${data.picture}`;
      const parsed = await parseData({ id, data, filePath: resolve(file) });
      return store.set({ id, data: parsed, filePath: file, rendered });
    }
    await load();
    watcher?.on('all', (_, path) => /src\/(content|assets)\//.test(path) && load());
  },
});

export async function checkContent(
  contentRules: Record<string, Rules<string>>,
): Promise<ContentProblem[]> {
  const checks = Object.entries(contentRules).map(([name, rules]) => checkFile(name, rules));
  return (await Promise.all(checks)).flatMap(({ problems }) => problems);
}

/** Such as `src/content/landing.md, line 9, hint: is empty. Write a text.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, `line ${line}`, ...(key ? [key] : [])].join(', ')}: ${sentence}`;
