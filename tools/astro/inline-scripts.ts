import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const QUERY = '?inline-script';

/**
 * Scripts that stand in the page itself: `import code from './some.ts?inline-script'` gives a
 * TypeScript module bundled and minified as text.
 */
export function inlineScripts(): AstroIntegration {
  return {
    name: 'inline-scripts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [inlineScript()] } });
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
