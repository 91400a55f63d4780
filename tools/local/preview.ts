import { existsSync, readFileSync } from 'node:fs';
import { unescape as decode } from 'node:querystring';
import { parseArgs } from 'node:util';
import { HeadersHandler } from '@netlify/headers';
import { type Plugin, preview } from 'vite';
import { functions } from './functions.ts';
import { loadServerEnv } from './load-env.ts';

// `npm run preview`: serves the built site as Netlify would, with the functions' source.

const { port } = parseArgs({ options: { port: { type: 'string', default: '4321' } } }).values;

/**
 * Netlify's own defaults, Pretty URLs among them: about.html for /about, where /about/ leads, and the 404 page for an
 * unknown path, but with status 200 at /404. Then the rules of _headers, which itself isn't served.
 * https://github.com/slorber/trailing-slash-guide/blob/main/docs/Hosting-Providers.md#netlify
 */
const pages: Plugin = {
  name: 'pages',
  configurePreviewServer({ middlewares }) {
    const rules = new HeadersHandler({ projectDir: '.', publishDir: 'dist', logger: console });
    middlewares.use((incoming, outgoing, next) => {
      outgoing.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
      const request = new Request(`http://localhost${incoming.url}`);
      const setHeader = outgoing.setHeader.bind(outgoing);
      rules.apply(request, undefined, setHeader).then(() => next(), next);
      // Vite decodes paths, and some disks ignore case.
      if (/_headers/i.test(decode(`${incoming.url}`))) incoming.url = '/404-page';
    });
    // By then Vite has served other files, and added .html to the paths of pages.
    return () =>
      middlewares.use((incoming, outgoing) => {
        const { pathname, search } = new URL(`http://localhost${incoming.url}`);
        const [, name] = /^\/([^/]+)\/$/.exec(pathname) ?? [];
        if (name && existsSync(`dist/${name}.html`)) {
          outgoing.writeHead(301, { Location: `/${name}${search}` }).end();
          return;
        }
        const page = `dist${pathname}`;
        const isFound = page.endsWith('.html') && existsSync(page);
        outgoing.writeHead(isFound ? 200 : 404, { 'Content-Type': 'text/html' });
        outgoing.end(readFileSync(isFound ? page : 'dist/404.html'));
      });
  },
};

loadServerEnv();
if (!existsSync('dist')) {
  console.error('Run npm run build first.');
  process.exit(1);
}
await preview({
  configFile: false,
  appType: 'mpa',
  plugins: [functions(), pages],
  preview: { host: '127.0.0.1', port: Number(port), strictPort: true, cors: false },
});
