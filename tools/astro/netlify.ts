import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { contentPolicy } from '../../netlify/http/content-policy.ts';

const REPLIES = new URL('../../netlify/http/generated', import.meta.url);

/** Writes what a build leaves for Netlify: header rules, and the pages that functions answer with. */
export const netlify: AstroIntegration = {
  name: 'netlify',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      // Where the functions read the pages that answer a form without script.
      await rm(REPLIES, { recursive: true, force: true });
      await mkdir(new URL('.', REPLIES), { recursive: true });
      await rename(new URL('reply', dir), REPLIES);
      await writeFile(new URL('_headers', dir), await headerRules(dir));
    },
  },
};

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
