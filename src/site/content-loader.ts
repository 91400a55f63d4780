import { parse, resolve } from 'node:path';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { checkFile, filesOf, formatProblem } from './content-problems.ts';

/** Stores problems, which must not stop `npm start`; readContent throws them in the page. */
export const contentLoader = (name: string, rules: z.ZodObject): Loader => ({
  name: 'src/content',
  async load({ store, parseData, watcher }) {
    async function load() {
      const entries: Parameters<typeof store.set>[0][] = [];
      for (const file of filesOf(name, rules)) {
        const id = parse(file).name;
        const { data, problems } = await checkFile(file, rules);
        const parsed = problems.length
          ? { problems: problems.map(formatProblem).join('\n\n') }
          : await parseData({ id, data, filePath: resolve(file) });
        entries.push({ id, data: parsed, filePath: file });
      }
      // Only now, so that a page rendered in the meantime finds the old copy instead of none.
      store.clear();
      for (const entry of entries) store.set(entry);
    }
    await load();
    watcher?.on('all', (_, changed) => /src\/(content|assets)\//.test(changed) && load());
  },
});
