import './tools/astro/node-env.ts';

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import react from '@astrojs/react';
import { defineConfig, logHandlers } from 'astro/config';
import packageJson from './package.json' with { type: 'json' };
import { content } from './src/content-check/plugin.ts';
import { palette } from './src/pictures/palette.ts';
import { readSiteUrl } from './src/waitlist/shared/site-url.ts';
import { font } from './tools/astro/fonts.ts';
import { inlineScripts } from './tools/astro/inline-scripts.ts';
import { loadServerEnv } from './tools/local/load-env.ts';

// Astro reads .env for import.meta.env only.
loadServerEnv();

// In the form that Vite reads: ios15.4.
const supportedBrowsers = packageJson.browserslist.map((range) => range.replace(/(_saf)? >= /, ''));

const client = {
  name: 'client',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({
        name: 'intent',
        entrypoint: './src/waitlist/inline/hydrate-on-intent.ts',
      }),
    // Astro builds scripts for the newest browsers, whatever vite.build.target says.
    'astro:build:setup': ({ vite }) => {
      vite.environments.client.build.target = supportedBrowsers;
    },
    'astro:build:done': ({ dir }) => {
      const read = (path) => readFileSync(new URL(path, dir), 'utf8');
      for (const page of readdirSync(dir).filter((file) => file.endsWith('.html'))) {
        const html = read(page);
        const files = html.match(/(?<=(component|renderer)-url="\/)[^"]+/g) ?? [];
        const imports = files.flatMap((file) => read(file).match(/(?<=from"\.\/)[^"]+/g) ?? []);
        const urls = [...new Set(imports)].map((name) => `/_astro/${name}`).join(' ');
        // What the island's own files import: hydrate-on-intent.ts.
        const changed = html.replace('<astro-island', `$& data-imports="${urls}"`);
        writeFileSync(new URL(page, dir), changed);
      }
    },
  },
};

/** Puts literal colors into mixes, because the build can't mix a var(). */
const literalMixes = {
  postcssPlugin: 'literal-mixes',
  Declaration(declaration) {
    if (!declaration.value.startsWith('color-mix(')) return;
    declaration.value = declaration.value.replaceAll(/var\(--(\w+)\)/g, (_, name) => palette[name]);
  },
};

const [, , command] = process.argv;

export default defineConfig({
  site: readSiteUrl(process.env),
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  devToolbar: { enabled: false },
  // Also Vite's. The local server says itself where the site is.
  logger: logHandlers.node({ level: command === 'dev' ? 'warn' : 'info' }),
  image: {
    service: {
      // Few bytes in little time; flat shapes look the same.
      config: {
        avif: { quality: 48, chromaSubsampling: '4:2:0', effort: 3 },
        webp: { quality: 18, alphaQuality: 50, effort: 6 },
      },
    },
  },
  fonts: [
    await font('headline', 'playfair-display', '900-italic'),
    await font('playfair', 'playfair-display', '700-italic'),
    await font('nunito', 'nunito', '400-normal', '700-normal'),
  ],
  // Only for builds: the adapter takes seconds to load, and would pack a function for each request to `astro dev`.
  integrations: [
    react(),
    client,
    command === 'build' && (await import('./tools/astro/netlify.ts')).netlify(),
  ],
  // Otherwise the adapter turns sessions on.
  session: false,
  vite: {
    build: {
      cssTarget: supportedBrowsers,
      // Makes Chrome compile React while the page loads, instead of during the first key press:
      // https://v8.dev/blog/explicit-compile-hints
      rolldownOptions: { output: { postBanner: '//# allFunctionsCalledOnLoad' } },
    },
    css: {
      postcss: { plugins: [literalMixes] },
      // Features.LightDark, which would add a fallback for light-dark() to each color-scheme.
      lightningcss: { exclude: 1 << 20 },
    },
    // Not the project, whose exports, backups and .data hold phone numbers.
    server: { fs: { allow: ['src', 'node_modules'] } },
    plugins: [
      inlineScripts(supportedBrowsers),
      content(),
      // Imported here, because a production build lacks the packages of the local database.
      command === 'dev' && (await import('./tools/local/functions.ts')).functions(),
    ],
  },
});
