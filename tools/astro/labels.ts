import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { contentRules } from '../../src/content.config.ts';
import { describeConsent } from '../../src/site/consent.ts';
import { checkFile, filesOf, formatProblem } from '../../src/site/content-problems.ts';

const MODULE = 'virtual:labels';
const RESOLVED = `\0${MODULE}`;

/** The module that src/modules.d.ts declares: the copy that React shows, which no first view has to load. */
export function labels(): Plugin {
  return {
    name: 'labels',
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      const texts: Record<string, Record<string, string | undefined>> = {};
      for (const name of ['site', 'form', 'confirmation', 'member', 'share'] as const) {
        for (const file of filesOf(name, contentRules[name])) {
          this.addWatchFile(resolve(file));
          const { data, problems } = await checkFile(file, contentRules[name]);
          if (problems.length) throw new Error(problems.map(formatProblem).join('\n\n'));
          texts[name] = data;
        }
      }
      const { site, form, ...others } = texts;
      const consent = describeConsent(form?.consent, `${site?.privacyLink}`);
      return `export const consent = ${JSON.stringify(consent)};
        export const labels = ${JSON.stringify({ ...others, form })};`;
    },
  };
}
