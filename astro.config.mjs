import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';
import packageJson from './package.json' with { type: 'json' };
import { ENCODING } from './src/pictures/phone-picture.ts';
import { readSiteUrl } from './src/waitlist/shared/site-url.ts';
import { functionsInDev } from './tools/astro/functions-in-dev.ts';
import { digitsFont, headlineFont } from './tools/astro/headline-font.ts';
import { inlineScripts } from './tools/astro/inline-scripts.ts';
import { netlify } from './tools/astro/netlify.ts';
import { loadServerEnv } from './tools/local/load-env.ts';

// Astro reads .env for import.meta.env only.
loadServerEnv();

const clientIntent = {
  name: 'client-intent',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/waitlist/ui/intent.ts' }),
  },
};

// As Vite and esbuild write them: ios15.4.
const floor = packageJson.browserslist.map((range) =>
  range.replace('ios_saf', 'ios').replace(' >= ', ''),
);

// Astro builds scripts for the newest browsers, whatever vite.build.target says.
const scriptTarget = {
  name: 'script-target',
  configEnvironment: (name) => (name === 'client' ? { build: { target: floor } } : null),
};

// Vite's own list, which one here replaces, and .data: exports with phones, and the database.
const neverServed = [
  '.env',
  '.env.*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git/**',
  '**/.data/**',
];

export default defineConfig({
  site: readSiteUrl(process.env),
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  markdown: {
    // Its styles are inline, which the Content-Security-Policy would refuse.
    syntaxHighlight: false,
    processor: satteri({ features: { smartPunctuation: false } }),
  },
  devToolbar: { enabled: false },
  image: {
    service: {
      entrypoint: 'astro/assets/services/sharp',
      config: ENCODING,
    },
  },
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Headline',
      cssVariable: '--headline',
      fallbacks: ['Narrowed', 'serif'],
      options: { variants: await headlineFont() },
    },
    {
      provider: fontProviders.local(),
      name: 'Digits',
      cssVariable: '--digits',
      fallbacks: ['Narrowed', 'serif'],
      options: { variants: await digitsFont() },
    },
  ],
  integrations: [react(), clientIntent, netlify],
  vite: {
    build: { cssTarget: floor },
    server: { fs: { deny: neverServed } },
    plugins: [scriptTarget, inlineScripts(floor), functionsInDev()],
  },
});
