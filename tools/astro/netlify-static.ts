import { fileURLToPath } from 'node:url';
import netlify from '@astrojs/netlify';
import type { AstroIntegration } from 'astro';
import { builtPages } from './built-pages.ts';

/**
 * Netlify's adapter, kept to what a static site needs: long-lived assets and one content policy as
 * header rules in `.netlify/v1/config.json`. `astro build` emits no server function, and
 * `astro preview` serves dist as Netlify would.
 *
 * `astro dev` goes without: the adapter's emulation packs a function anew for each request (0.5 s).
 */
export function netlifyStatic(): AstroIntegration {
  return {
    name: 'netlify-static',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'dev') return;
        // `false` here, or the adapter turns sessions on and announces it.
        updateConfig({ session: false, integrations: [staticAdapter(), builtPages()] });
      },
    },
  };
}

function staticAdapter(): AstroIntegration {
  const adapter = netlify({ staticHeaders: true, imageCDN: false });
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
          setAdapter: (settings) =>
            params.setAdapter({
              ...settings,
              previewEntrypoint: fileURLToPath(new URL('./preview-server.ts', import.meta.url)),
              // Without this Astro 7 builds a 2.8 MB catch-all function for a site without one.
              adapterFeatures: { ...settings.adapterFeatures, buildOutput: 'static' },
            }),
        }),
    },
  };
}
