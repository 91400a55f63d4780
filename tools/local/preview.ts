import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { HeadersHandler } from '@netlify/headers';
import { type Plugin, preview } from 'vite';
import { functions } from './functions.ts';
import { loadServerEnv } from './load-env.ts';

// `npm run preview`: serves the built site as Netlify would, with the functions' source.

const { port } = parseArgs({ options: { port: { type: 'string', default: '4321' } } }).values;

/** The rules of _headers, about.html for `/about`, and the 404 page for an unknown path. */
const pages: Plugin = {
  name: 'pages',
  configurePreviewServer({ middlewares }) {
    const rules = new HeadersHandler({ projectDir: '.', publishDir: 'dist', logger: console });
    middlewares.use(async (incoming, outgoing, next) => {
      // Netlify's default.
      outgoing.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
      const request = new Request(new URL(`${incoming.url}`, 'http://localhost'));
      await rules.apply(request, undefined, (name, value) => outgoing.setHeader(name, value));
      next();
    });
    // By then Vite has served other files, and added .html to the paths of pages.
    return () =>
      middlewares.use((incoming, outgoing) => {
        const page = `dist${new URL(`${incoming.url}`, 'http://localhost').pathname}`;
        const isFound = page.endsWith('.html') && existsSync(page);
        outgoing.writeHead(isFound ? 200 : 404, { 'Content-Type': 'text/html' });
        outgoing.end(readFileSync(isFound ? page : 'dist/404.html'));
      });
  },
};

loadServerEnv();
try {
  if (!existsSync('dist')) throw new Error('Run npm run build first.');
  await preview({
    configFile: false,
    appType: 'mpa',
    plugins: [functions(), pages],
    preview: { host: '127.0.0.1', port: Number(port), strictPort: true, cors: false },
  });
  console.log(`The site is on http://localhost:${port}.`);
} catch (error) {
  console.error(`The preview can't start: ${(error as Error).message}`);
  process.exit(1);
}
