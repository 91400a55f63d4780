import { resolve } from 'node:path';
import type { Loader } from 'astro/loaders';
import { fill } from '../waitlist/shared/labels.ts';
import { type ContentProblem, readContentFile, readNames, writeLine } from './content-file.ts';
import type { Field } from './text-rules.ts';

/** In the order of the file. */
type Fields<Key extends string> = Record<Key, Field>;

/** What is wrong in the file src/content/`name`, and its texts with the names filled in. */
export async function checkFile<Key extends string>(name: string, fields: Fields<Key>) {
  const keys = Object.keys(fields) as Key[];
  const file = `src/content/${name}.${'body' in fields ? 'md' : 'yml'}`;
  const { texts, problems } = readContentFile(file, keys);
  const data = {} as Record<Key, string>;
  if (!texts.size && problems.length) return { file, data, problems };

  const wrongLines = problems.map(({ line }) => line);
  let line = 1;
  for (const key of keys) {
    const { check, max = 0 } = fields[key];
    const found = texts.get(key);
    const text = found?.text ?? '';
    line = found?.line ?? line;
    const filled = fill(text, readNames());
    // A test of the layouts repeats each text; a text message is as long as its link lets it be.
    const isTest = process.env.LONGEST_TEXTS && !text.includes('{link}');
    data[key] = isTest ? filled.padEnd(max, filled.replaceAll(/\{\w+\}/g, '')) : filled;
    if (found && wrongLines.includes(line)) continue;
    for (const [i, problem] of (await check(text)).entries()) {
      if (!problem) continue;
      const { sentence, correction } = problem;
      const advice = key === 'body' ? correction : correction && writeLine(key, correction);
      const missing = `is missing. Write its text under this line, behind ${key}:`;
      const advised = advice ? `${sentence} Write: ${advice}` : sentence;
      problems.push({ file, line: line + i, key, sentence: found ? advised : missing });
    }
  }
  return { file, data, problems: problems.toSorted((one, other) => one.line - other.line) };
}

/** In `npm start` a problem must not end the server: readContent throws it in the page. */
export const contentLoader = (fields: Fields<string>): Loader => ({
  name: 'src/content',
  async load({ collection: id, store, renderMarkdown, parseData, watcher }) {
    async function load() {
      const { file, data, problems } = await checkFile(id, fields);
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
  files: Record<string, Fields<string>>,
): Promise<ContentProblem[]> {
  const checks = Object.entries(files).map(([name, fields]) => checkFile(name, fields));
  return (await Promise.all(checks)).flatMap(({ problems }) => problems);
}

/** Such as `src/content/landing.md, line 9, hint: is empty. Write a text.` */
export const formatProblem = ({ file, line, key, sentence }: ContentProblem) =>
  `${[file, `line ${line}`, ...(key ? [key] : [])].join(', ')}: ${sentence}`;
