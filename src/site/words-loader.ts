import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { readWords, tellMistake } from './words.ts';

/**
 * Loads src/content/`id`.md. A mistake ends a build. `npm start` stores its sentence, which readContent
 * throws where a page wants the words: a loader that throws would end the server.
 */
export function wordsLoader(id: string, schema: z.ZodObject): Loader {
  const filePath = `src/content/${id}.md`;
  return {
    name: filePath,
    async load({ store, config, parseData, renderMarkdown, watcher }) {
      async function load() {
        const { words, body, mistakes } = await readWords(id, schema);
        const told = mistakes
          .filter(({ isAdvice }) => !isAdvice)
          .map(tellMistake)
          .join('\n\n');
        if (told && !watcher) throw new Error(told);
        if (told) return store.set({ id, data: { told } });
        const path = join(fileURLToPath(config.root), filePath);
        const data = await parseData({ id, data: words, filePath: path });
        return store.set({ id, data, body, filePath, rendered: await renderMarkdown(body) });
      }
      await load();
      watcher?.on('all', (_, path) => /src\/(content|assets)\//.test(path) && load());
    },
  };
}
