import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { keyPaths } from './mistakes/key-paths.ts';
import { tellMistake } from './mistakes/mistake.ts';
import { readMarkdown } from './mistakes/read-markdown.ts';

/**
 * Loads src/content/`id`.md, whose keys are those of `schema`. A mistake in it stops a build. In
 * `npm start` the store keeps what was right before, and the mistake is told once, with all the others,
 * by tools/astro/content-mistakes.ts.
 */
export function markdownLoader(id: string, schema: z.ZodType) {
  const file = `src/content/${id}.md`;
  return {
    name: file,
    schema,
    async load({ store, config, parseData, renderMarkdown, watcher }) {
      const root = fileURLToPath(config.root);
      try {
        const { data, body, mistakes } = readMarkdown(root, file, [...keyPaths(schema).keys()]);
        const [mistake] = mistakes;
        if (mistake) throw new Error(tellMistake(mistake));
        const right = await parseData({ id, data, filePath: join(root, file) });
        store.set({ id, data: right, body, filePath: file, rendered: await renderMarkdown(body) });
      } catch (error) {
        if (!watcher) throw error;
      }
    },
  } satisfies Loader;
}

export type MarkdownLoader = ReturnType<typeof markdownLoader>;
