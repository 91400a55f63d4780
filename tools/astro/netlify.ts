import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import netlifyAdapter from '@astrojs/netlify';
import type { AstroIntegration } from 'astro';
import { contentPolicy } from '../../netlify/http/content-policy.ts';
import { SECURITY_HEADERS } from '../../netlify/http/response.ts';

/** Where functions find the response pages for forms sent without script. */
const GENERATED = new URL('../../netlify/http/generated', import.meta.url);

const PICTURE = /^_astro\/.*\.(avif|jpe?g|png|svg|webp)$/i;
const HASHED = /^_astro\/.*\.\w+$/;

/** Netlify's adapter without its server function and header rules, plus the files that functions read from a build. */
export function netlify(): AstroIntegration {
  const adapter = netlifyAdapter({ imageCDN: false });
  const configDone = adapter.hooks['astro:config:done'];
  adapter.hooks['astro:config:done'] = (params) => {
    const { setAdapter } = params;
    // Without `client`, which would add each deploy's ID to the URL of every built file, so that none stays cached.
    // Without buildOutput, Astro builds a catch-all function of 2.8 MB, though every page is a file.
    params.setAdapter = ({ client: _, ...settings }) =>
      setAdapter({ ...settings, adapterFeatures: { buildOutput: 'static' } });
    return configDone?.(params);
  };
  // Without the adapter's own header rules, and its skew protection, which needs the deploy's ID in URLs.
  adapter.hooks['astro:build:done'] = async ({ dir }) => {
    await rm(GENERATED, { recursive: true, force: true });
    await rename(new URL('response', dir), GENERATED);
    const files = await readdir(dir, { recursive: true });
    const pages = files.filter((file) => file.endsWith('.html'));
    const html = await Promise.all(pages.map((file) => readFile(new URL(file, dir), 'utf8')));
    // Astro also publishes each picture as uploaded, including where it was taken.
    const isUnused = (file: string) =>
      PICTURE.test(file) && !html.some((page) => page.includes(file));
    for (const file of files.filter(isUnused)) await rm(new URL(file, dir));
    const kept = files.filter((file) => HASHED.test(file) && !isUnused(file));
    await writeFile(new URL('_headers', dir), headerRules(html, kept));
  };
  return adapter;
}

/**
 * One policy for every path, so that /nope and /about.html get it too. Hashed files are listed by name: a
 * rule for /_astro/* would also cache a 404 for a year, even after a deploy adds the missing file.
 * https://answers.netlify.com/t/set-headers-depending-on-http-status/4518
 */
function headerRules(html: string[], kept: string[]): string {
  const headers = { ...SECURITY_HEADERS, 'Content-Security-Policy': contentPolicy(html) };
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  const rules = kept.map(
    (file) => `/${file}\n  Cache-Control: public, max-age=31536000, immutable\n`,
  );
  return ['/*\n', ...lines, ...rules].join('');
}
