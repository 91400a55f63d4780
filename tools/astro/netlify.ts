import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import netlifyAdapter from '@astrojs/netlify';
import type { AstroIntegration } from 'astro';
import { contentPolicy } from '../../netlify/http/content-policy.ts';

const REPLIES = new URL('../../netlify/http/generated', import.meta.url);
const DEPLOY_CONFIG = new URL('../../.netlify/v1/config.json', import.meta.url);

/**
 * Netlify's adapter, kept to what a static site needs, and what a build leaves for Netlify. `astro dev`
 * goes without: there the adapter packs a function anew for each request.
 */
export function netlify(): AstroIntegration {
  return {
    name: 'netlify',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return;
        // `false` here, or the adapter turns sessions on and announces it.
        updateConfig({ session: false, integrations: [staticAdapter(), builtFiles()] });
      },
    },
  };
}

/**
 * The pages that answer a form without script go to where the function reads them, and the header
 * rules that depend on what was built to dist/_headers, in place of the adapter's.
 */
function builtFiles(): AstroIntegration {
  return {
    name: 'built-files',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await rm(REPLIES, { recursive: true, force: true });
        await mkdir(new URL('.', REPLIES), { recursive: true });
        await rename(new URL('reply', dir), REPLIES);
        await writeFile(new URL('_headers', dir), await headerRules(dir));
        const config = JSON.parse(await readFile(DEPLOY_CONFIG, 'utf8'));
        await writeFile(DEPLOY_CONFIG, JSON.stringify({ ...config, headers: [] }));
      },
    },
  };
}

function staticAdapter(): AstroIntegration {
  const adapter = netlifyAdapter({ imageCDN: false });
  const configDone = adapter.hooks['astro:config:done'];
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': (params) =>
        configDone?.({
          ...params,
          // The adapter asks after it has been set; a spread would have asked before.
          get buildOutput() {
            return params.buildOutput;
          },
          // Without this Astro builds a catch-all function of 2.8 MB for a site without one.
          setAdapter: (settings) => {
            const adapterFeatures = { ...settings.adapterFeatures, buildOutput: 'static' as const };
            params.setAdapter({ ...settings, adapterFeatures });
          },
        }),
    },
  };
}

/**
 * One policy for every path, so that /nope and /about.html have it too. Hashed files by name: a rule
 * for /_astro/* would hold for what is missing there as well, and a 404 kept for a year outlives the
 * deploy that brings the file. https://answers.netlify.com/t/set-headers-depending-on-http-status/4518
 */
async function headerRules(dir: URL): Promise<string> {
  const files = await readdir(dir, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html'));
  const html = await Promise.all(pages.map((page) => readFile(new URL(page, dir), 'utf8')));
  const kept = files
    .filter((file) => /^(_astro|share-picture)\/.*\.\w+$/.test(file))
    .map((file) => `/${file}\n  Cache-Control: public, max-age=31536000, immutable\n`);
  return [`/*\n  Content-Security-Policy: ${contentPolicy(html)}\n`, ...kept].join('');
}
