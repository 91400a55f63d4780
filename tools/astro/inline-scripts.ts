import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const QUERY = '?inline-script';

/**
 * For scripts inside the page: `import code from './some.ts?inline-script'` gives a TypeScript module
 * as text, bundled and minified for the browsers of esbuild's `target`.
 */
export function inlineScripts(target: string[]): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const { outputFiles, metafile } = await build({
        entryPoints: [id.slice(0, -QUERY.length)],
        bundle: true,
        minify: true,
        write: false,
        metafile: true,
        format: 'iife',
        target,
      });
      for (const input of Object.keys(metafile.inputs)) this.addWatchFile(resolve(input));
      return `export default ${JSON.stringify(outputFiles[0]?.text.trim())};`;
    },
  };
}
