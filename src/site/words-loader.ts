import { resolve } from 'node:path';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { readWords, tellMistake } from './words.ts';

/**
 * Loads src/content/`id`.md. A mistake ends a build. `npm start` stores its sentence, which readContent
 * throws where a page wants the words: a loader that throws would end the server.
 */
export const wordsLoader = (id: string, schema: z.ZodObject): Loader => ({
  name: id,
  async load({ store, parseData, renderMarkdown, watcher }) {
    async function load() {
      const { file, words, mistakes } = await readWords(id, schema);
      const told = mistakes.filter(({ isAdvice }) => !isAdvice).map(tellMistake);
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
