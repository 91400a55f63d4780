import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AstroIntegration } from 'astro';
import type { ViteDevServer } from 'vite';
import { findMistakes } from '../../src/site/mistakes/find-mistakes.ts';
import { tellMistake } from '../../src/site/mistakes/mistake.ts';
import { readSiteUrl } from '../../src/waitlist/shared/site-url.ts';

const WATCHED = ['src/content/', 'src/content.config.ts', 'src/assets/'];

/**
 * In `npm start`: what is wrong in src/content stands where the page would, and once in the terminal;
 * what is right is shown as soon as it is saved.
 */
export function contentMistakes(): AstroIntegration {
  return {
    name: 'content-mistakes',
    hooks: {
      async 'astro:server:setup'({ server, refreshContent }) {
        let told = await findAll(server);
        if (told) console.error(`\n${told}\n`);
        let looked = Promise.resolve();
        let isWaiting = false;

        const look = async () => {
          await setTimeout(50); // An editor saves in several steps.
          isWaiting = false;
          const before = told;
          told = await findAll(server);
          if (told && told !== before) console.error(`\n${told}\n`);
          if (!told) await refreshContent?.({});
          server.ws.send({ type: 'full-reload' });
        };
        server.watcher.on('all', (_event, file) => {
          if (isWaiting || !WATCHED.some((path) => file.startsWith(resolve(path)))) return;
          isWaiting = true;
          looked = looked.then(look);
        });
        server.middlewares.use(async ({ url = '' }, response, next) => {
          if (/^\/(@|node_modules\/)/.test(url)) return next(); // Vite's own script.
          await looked;
          if (!told) return next();
          response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8' });
          response.end(page(told));
        });
      },
    },
  };
}

/** The sentences, one a line. The schema is read as it is now; what is wrong in it Astro tells. */
async function findAll(server: ViteDevServer): Promise<string> {
  const config = await server.ssrLoadModule('/src/content.config.ts').catch(() => undefined);
  if (!config) return '';
  const mistakes = await findMistakes('.', config.collections, readSiteUrl(process.env));
  return mistakes.map(tellMistake).join('\n\n');
}

/** Vite's script brings the real page back. */
const page = (told: string) => `<!doctype html>
<title>src/content</title>
<script type="module" src="/@vite/client"></script>
<body style="max-width: 45rem; margin: 3rem auto; padding: 0 1rem; font: 1.125rem/1.5 system-ui">
<h1>Something in src/content has to be mended</h1>
<pre style="white-space: pre-wrap; font: inherit">${told.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>
<p>Save it, and the page comes back by itself.`;
