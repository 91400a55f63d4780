import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import netlifyAdapter from '@astrojs/netlify';
import { box } from '@clack/prompts';
import type { AstroIntegration } from 'astro';
import { contentPolicy } from '../../netlify/http/content-policy.ts';
import { SECURITY_HEADERS } from '../../netlify/http/response.ts';
import { readPlaceholderValues } from '../../src/site/placeholder-values.ts';

const REPLIES = new URL('../../netlify/http/generated', import.meta.url);
const DEPLOY_CONFIG = new URL('../../.netlify/v1/config.json', import.meta.url);

/** Netlify's adapter without its server function and header rules, and the files that a build leaves for Netlify. */
export function netlify(): AstroIntegration {
  const adapter = netlifyAdapter({ imageCDN: false });
  const { 'astro:config:done': configDone, 'astro:build:done': buildDone } = adapter.hooks;
  adapter.hooks['astro:config:done'] = (params) => {
    const { setAdapter } = params;
    // Else Astro builds a catch-all function of 2.8 MB for a site whose pages are all files.
    params.setAdapter = ({ adapterFeatures, ...settings }) =>
      setAdapter({ ...settings, adapterFeatures: { ...adapterFeatures, buildOutput: 'static' } });
    return configDone?.(params);
  };
  adapter.hooks['astro:build:done'] = async (params) => {
    await buildDone?.(params);
    const { dir } = params;
    await removeOriginals(dir);
    // Where the functions read the pages that answer a form without script.
    await rm(REPLIES, { recursive: true, force: true });
    await mkdir(new URL('.', REPLIES), { recursive: true });
    await rename(new URL('reply', dir), REPLIES);
    // In place of the adapter's rules.
    await writeFile(new URL('_headers', dir), await headerRules(dir));
    await rm(DEPLOY_CONFIG);
    // At the end of the log.
    if (process.env.CONTEXT === 'production') process.once('exit', reportPlaceholders);
  };
  return adapter;
}

/**
 * Astro publishes each picture as it was uploaded, with the place where a phone took it. Only the copies
 * that pages show stay.
 */
async function removeOriginals(dir: URL) {
  const files = await readdir(dir, { recursive: true });
  const html = await readAll(
    files.filter((file) => file.endsWith('.html')),
    dir,
  );
  const isShown = (file: string) => html.some((page) => page.includes(file));
  const pictures = files.filter((file) => /^_astro\/.*\.(avif|jpe?g|png|svg|webp)$/i.test(file));
  for (const file of pictures) if (!isShown(file)) await rm(new URL(file, dir));
}

const readAll = (files: string[], dir: URL) =>
  Promise.all(files.map((file) => readFile(new URL(file, dir), 'utf8')));

/** What a site should not go live with. Netlify sets CONTEXT. */
function reportPlaceholders() {
  const missing: string[] = [];
  if (!process.env.SITE_URL) missing.push('Set SITE_URL in Netlify to the address of the site.');
  if (readPlaceholderValues().contact.endsWith('.example')) {
    missing.push('Write a real address into contact in src/content/site.yml.');
  }
  if (missing.length) box(missing.join('\n'), 'Before the launch', { withGuide: false });
}

/**
 * One policy for every path, so that /nope and /about.html have it too. Hashed files by name: a rule
 * for /_astro/* would hold for what is missing there as well, and a 404 kept for a year outlives the
 * deploy that brings the file. https://answers.netlify.com/t/set-headers-depending-on-http-status/4518
 */
async function headerRules(dir: URL): Promise<string> {
  const files = await readdir(dir, { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html'));
  const html = await readAll(pages, dir);
  const kept = files
    .filter((file) => /^(_astro|share-picture)\/.*\.\w+$/.test(file))
    .map((file) => `/${file}\n  Cache-Control: public, max-age=31536000, immutable\n`);
  const headers = { ...SECURITY_HEADERS, 'Content-Security-Policy': contentPolicy(html) };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return ['/*\n', ...lines, ...kept].join('');
}
