import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { HeadersHandler } from '@netlify/headers';
import { RedirectsHandler } from '@netlify/redirects';
import { StaticHandler } from '@netlify/static';

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest\+json|xml))/;
const compress = promisify(brotliCompress);

/**
 * Answers requests with what `astro build` wrote, as Netlify's CDN would: redirects, `/about` for
 * about.html, the 404 page for the rest, the header rules of netlify.toml and _headers, brotli,
 * revalidation.
 */
export function openSite(root: string): (request: Request) => Promise<Response> {
  const outDir = join(root, 'dist');
  const paths = { projectDir: root, configPath: join(root, 'netlify.toml') };
  const files = new StaticHandler({ directory: outDir });
  const rules = new HeadersHandler({ ...paths, publishDir: outDir, logger: console });
  const redirects = new RedirectsHandler({
    ...paths,
    publicDir: outDir,
    configRedirects: [],
    jwtRoleClaim: '',
    jwtSecret: '',
  });
  const fileFor = async (request: Request) => (await files.match(request))?.handle;

  async function find(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const rule = await redirects.match(request);
    const redirected = rule && (await redirects.handle(request, rule, fileFor));
    if (redirected) return redirected;
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
    return response.body ? encode(request, response) : response;
  };
}

/** Brotli where the caller takes it, an empty 304 where the caller has it. */
async function encode(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  const bytes = await response.bytes();
  // Weak, since it names the content and not its encoding.
  const etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
  headers.set('etag', etag);
  if (status === 200 && request.headers.get('if-none-match')?.includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  const isText = COMPRESSIBLE.test(headers.get('content-type') ?? '');
  if (isText) headers.set('vary', 'accept-encoding');
  if (!isText || !/\bbr\b/.test(request.headers.get('accept-encoding') ?? '')) {
    return new Response(bytes, { status, headers });
  }
  headers.set('content-encoding', 'br');
  return new Response(await brotli(etag, bytes), { status, headers });
}

const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Kept, because at the size a CDN reaches React's 190 KB take 0.4 s. */
function brotli(etag: string, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const result = compressed.get(etag) ?? compress(bytes).then((small) => new Uint8Array(small));
  compressed.set(etag, result);
  return result;
}
