import type { Plugin } from 'vite';
import { readDrawing } from '../pictures/palette.ts';
import { formatProblem, readContent } from './read-content.ts';

const MODULE = 'virtual:content';

/** Makes `virtual:content`, from which components import the copy; src/modules.d.ts declares it. */
export function content(): Plugin {
  // Astro wouldn't reload a page for a module that browser and server share.
  const idIn = ({ name }: { name: string }) => `\0${MODULE}/${name}`;
  return {
    name: 'content',
    resolveId(id) {
      return id === MODULE ? idIn(this.environment) : null;
    },
    async load(id) {
      if (id !== idIn(this.environment)) return null;
      const { content, problems } = await readContent();
      // With a stack, Astro highlights the file at its top, which may take seconds.
      if (problems.length)
        throw Object.assign(new Error(problems.map(formatProblem).join('\n\n')), { stack: '' });
      const drawings = { heart: readDrawing('heart'), healedHeart: readDrawing('healed-heart') };
      // The HTML of the consent text is in `content.consent`.
      const { consent: _, ...form } = content.form;
      const texts = Object.entries({ share: undefined, ...content, form, drawings });
      const code = texts.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      code.push(`export { default as picture } from '/src/assets/${content.landing.picture}';`);
      return code.join('\n');
    },
    // Any edit, since a file may be new.
    hotUpdate({ file, modules }) {
      const module = this.environment.moduleGraph.getModuleById(idIn(this.environment));
      return module && /\/src\/(content|assets)\//.test(file) ? [...modules, module] : modules;
    },
  };
}
