import { build, type Plugin, type Rolldown } from 'vite';

const QUERY = '?inline-script';

/**
 * For scripts inside the page: `import code from './some.ts?inline-script'` gives a TypeScript module as text, bundled
 * and minified for the browsers of Vite's `target`.
 */
export function inlineScripts(target: string[]): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const input = id.slice(0, -QUERY.length);
      const options = { input, output: { format: 'iife' } } as const;
      const result = await build({
        configFile: false,
        logLevel: 'warn',
        build: { write: false, target, rolldownOptions: options },
      });
      const [script] = (result as Rolldown.RolldownOutput).output;
      for (const file of script.moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(script.code.trim())};`;
    },
  };
}
