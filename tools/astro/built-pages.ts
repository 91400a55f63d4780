import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { contentPolicy } from '../../netlify/http/content-policy.ts';

const ROOT = new URL('../..', import.meta.url);
const REPLIES = new URL('netlify/http/generated/', ROOT);
const DEPLOY_CONFIG = new URL('.netlify/v1/config.json', ROOT);

/**
 * After a build: the pages that answer a form without script go to where the function reads them,
 * and one Content-Security-Policy for every path, so that /nope and /about.html have it too, goes
 * to the header rules that Netlify's adapter wrote. (Astro's own policies are for exact paths only.)
 */
export function builtPages(): AstroIntegration {
  return {
    name: 'built-pages',
    hooks: {
      'astro:build:done': async ({ dir, pages }) => {
        await rm(REPLIES, { recursive: true, force: true });
        await mkdir(REPLIES, { recursive: true });
        const rest: string[] = [];
        for (const { pathname } of pages) {
          const file = new URL(`${pathname.replace(/\/$/, '') || 'index'}.html`, dir);
          const reply = pathname.match(/^reply\/(\w+)/)?.[1];
          if (reply) await rename(file, new URL(`${reply}.html`, REPLIES));
          else rest.push(await readFile(file, 'utf8'));
        }
        await rm(new URL('reply', dir), { recursive: true, force: true });

        const config = JSON.parse(await readFile(DEPLOY_CONFIG, 'utf8'));
        const values = { 'Content-Security-Policy': contentPolicy(rest) };
        config.headers = [...(config.headers ?? []), { for: '/*', values }];
        await writeFile(DEPLOY_CONFIG, JSON.stringify(config, null, 2));
      },
    },
  };
}
