import type { Plugin } from 'vite';
import { describeConsent } from '../../src/site/consent.ts';
import { formatProblem, readContent } from '../../src/site/read-content.ts';

const MODULE = 'virtual:content';

/**
 * The module that src/modules.d.ts declares. A build drops from scripts what they don't use of it. The browser and the
 * server have a module each, because Astro doesn't reload a page for one that both have.
 */
export function content(): Plugin {
  const idIn = ({ name }: { name: string }) => `\0${MODULE}/${name}`;
  return {
    name: 'content',
    resolveId(id) {
      return id === MODULE ? idIn(this.environment) : null;
    },
    async load(id) {
      if (id !== idIn(this.environment)) return null;
      const { content, problems } = await readContent();
      if (problems.length) throw new Error(problems.map(formatProblem).join('\n\n'));
      const { form, landing, site } = content;
      const consent = describeConsent(form.consent, site.privacyLink);
      const texts = Object.entries({ share: undefined, ...content, consent });
      const code = texts.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      code.push(`export { default as picture } from '/src/assets/${landing.picture}';`);
      return code.join('\n');
    },
    // Any edit, since a file may be new.
    hotUpdate({ file, modules }) {
      const module = this.environment.moduleGraph.getModuleById(idIn(this.environment));
      return module && /\/src\/(content|assets)\//.test(file) ? [...modules, module] : modules;
    },
  };
}
