import { parse, resolve } from 'node:path';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { checkFile, filesOf, formatProblem } from './check-content.ts';

/** In `npm start` a problem must not end the server: readContent throws it in the page. */
export const contentLoader = (path: string, rules: z.ZodObject): Loader => ({
  name: 'src/content',
  async load({ store, parseData, watcher }) {
    async function load() {
      store.clear();
      for (const file of filesOf(path)) {
        const id = parse(file).name;
        const { data, problems } = await checkFile(file, rules);
        if (problems.length) {
          store.set({ id, data: { problems: problems.map(formatProblem).join('\n\n') } });
          continue;
        }
        // Astro imports a picture from its path.
        if (data.picture) data.picture = `../assets/${data.picture}`;
        const parsed = await parseData({ id, data, filePath: resolve(file) });
        store.set({ id, data: parsed, filePath: file });
      }
    }
    await load();
    watcher?.on('all', (_, changed) => /src\/(content|assets)\//.test(changed) && load());
  },
});
