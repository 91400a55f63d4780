import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NetlifyDev } from '@netlify/dev';
import { HeadersHandler } from '@netlify/headers';
import { encode } from './encode-response.ts';

const off = { enabled: false };
const quiet = { log() {}, warn() {}, error: console.error };

/** A built site: its files, redirects and header rules. */
export interface StaticSite {
  serve(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

/**
 * Serves what `astro build` wrote as Netlify's CDN would: redirects, `/about` for about.html, the
 * 404 page for the rest, header rules from netlify.toml and from the adapter, brotli, revalidation.
 */
export async function openSite(root: string, outDir: string, origin: string): Promise<StaticSite> {
  const netlify = new NetlifyDev({
    projectRoot: root,
    serverAddress: origin,
    logger: quiet,
    // Without these two it writes to .gitignore and looks for the token of whoever is logged in.
    skipGitignore: true,
    apiToken: '',
    aiGateway: off,
    blobs: off,
    database: off,
    edgeFunctions: off,
    environmentVariables: off,
    functions: off,
    geolocation: off,
    headers: off,
    images: off,
  });
  await netlify.start();
  const adapterConfig = await readFile(join(root, '.netlify/v1/config.json'), 'utf8');
  const rules = new HeadersHandler({
    projectDir: root,
    publishDir: outDir,
    configPath: join(root, 'netlify.toml'),
    configHeaders: JSON.parse(adapterConfig).headers,
    logger: quiet,
  });

  async function find(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const found = await netlify.handleAndIntrospect(request);
    // As Netlify does with about.html: https://github.com/slorber/trailing-slash-guide
    if (found?.type === 'static' && /.\/$/.test(url.pathname)) {
      const location = url.pathname.slice(0, -1) + url.search;
      return new Response(null, { status: 301, headers: { location } });
    }
    if (found) return found.response;
    const page = await netlify.handle(new Request(new URL('/404.html', url)));
    return new Response(page?.body ?? 'Not Found', { status: 404, headers: page?.headers ?? {} });
  }

  return {
    async serve(request) {
      const found = await find(request);
      const response = new Response(found.body, found);
      await rules.apply(request, response);
      return response.body ? encode(request, response) : response;
    },
    stop: () => netlify.stop(),
  };
}
