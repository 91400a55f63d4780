import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const QUERY = '?inline-script';
const OWN_ISLAND = fileURLToPath(new URL('../src/waitlist/island.ts', import.meta.url));

/**
 * Scripts that stand in the page itself: `import code from './some.ts?inline-script'` gives a
 * TypeScript module bundled and minified as text. In a build, Astro's own <astro-island> gives way
 * to src/waitlist/island.ts, the part of it that this site needs.
 */
export function inlineScripts(): AstroIntegration {
  return {
    name: 'inline-scripts',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const plugins = [
          inlineScript(),
          ...(command === 'build' ? [ownIsland(), noPreload()] : []),
        ];
        updateConfig({ vite: { plugins } });
      },
    },
  };
}

function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      return exportText(
        await bundle(id.slice(0, -QUERY.length), (file) => this.addWatchFile(file)),
      );
    },
  };
}

function ownIsland(): Plugin {
  return {
    name: 'own-island',
    enforce: 'pre',
    async load(id) {
      return id.endsWith('/astro-island.prebuilt.js') ? exportText(await bundle(OWN_ISLAND)) : null;
    },
  };
}

/** Vite wraps every import() in 0.5 KB that preload what it needs; our one import() needs nothing. */
function noPreload(): Plugin {
  return {
    name: 'no-preload',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('vite/preload-helper.js')
        ? 'export const __vitePreload = (load) => load();'
        : null,
  };
}

async function bundle(file: string, onInput = (_: string) => {}): Promise<string> {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: 'es2022',
  });
  for (const input of Object.keys(metafile.inputs)) onInput(input);
  return outputFiles[0]?.text.trim() ?? '';
}

const exportText = (text: string) => `export default ${JSON.stringify(text)};`;
