import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { HeadersHandler } from '@netlify/headers';
import { StaticHandler } from '@netlify/static';

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest\+json|xml))/;
const compress = promisify(brotliCompress);
/** React's 190 KB take 0.02 s; at the greatest quality 0.4 s, to be 8 % smaller. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/**
 * Answers requests with what `astro build` wrote, as Netlify's CDN would: `/about` for about.html, the
 * 404 page for the rest, the header rules of _headers, brotli.
 */
export function openSite(root: string): (request: Request) => Promise<Response> {
  const outDir = join(root, 'dist');
  const files = new StaticHandler({ directory: outDir });
  const rules = new HeadersHandler({ projectDir: root, publishDir: outDir, logger: console });
  const fileFor = async (request: Request) => (await files.match(request))?.handle;

  async function find(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const open = await fileFor(request);
    // As Netlify does with about.html: https://github.com/slorber/trailing-slash-guide
    if (open && /.\/$/.test(url.pathname)) {
      const location = url.pathname.slice(0, -1) + url.search;
      return new Response(null, { status: 301, headers: { location } });
    }
    if (open) return open();
    const page = await fileFor(new Request(new URL('/404.html', url)));
    const { body, headers } = page ? await page() : new Response('Not Found');
    return new Response(body, { status: 404, headers });
  }

  return async (request) => {
    const found = await find(request);
    const response = new Response(found.body, found);
    await rules.apply(request, response);
    return encode(request, response);
  };
}

/** Brotli where the caller takes it. */
async function encode(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  if (!COMPRESSIBLE.test(headers.get('content-type') ?? '')) return response;
  headers.set('vary', 'accept-encoding');
  if (!request.headers.get('accept-encoding')?.includes('br')) return response;
  headers.set('content-encoding', 'br');
  const small = await compress(await response.bytes(), { params: QUALITY });
  return new Response(new Uint8Array(small), { status, headers });
}
