import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { HeadersHandler } from '@netlify/headers';
import { StaticHandler } from '@netlify/static';

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest\+json|xml))/;
const compress = promisify(brotliCompress);
/** 8 % larger than at the best quality, in a twentieth of the time. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 9 };

const files = new StaticHandler({ directory: 'dist' });
const rules = new HeadersHandler({ projectDir: '.', publishDir: 'dist', logger: console });

/**
 * Serves the built site as Netlify's CDN would: about.html for `/about`, the 404 page for an unknown path,
 * all with brotli and the rules of _headers.
 */
export async function serveFile(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const found = await files.match(request);
  // As Netlify does with about.html: https://github.com/slorber/trailing-slash-guide
  if (found && /.\/$/.test(url.pathname)) {
    url.pathname = url.pathname.slice(0, -1);
    return Response.redirect(url, 301);
  }
  const page = found ?? (await files.match(new Request(new URL('/404.html', url))));
  const { body, headers } = page ? await page.handle() : new Response();
  const response = new Response(body, { status: found ? 200 : 404, headers });
  await rules.apply(request, response);
  if (!COMPRESSIBLE.test(response.headers.get('content-type') ?? '')) return response;
  response.headers.set('vary', 'accept-encoding');
  if (!request.headers.get('accept-encoding')?.includes('br')) return response;
  response.headers.set('content-encoding', 'br');
  const small = await compress(await response.bytes(), { params: QUALITY });
  return new Response(new Uint8Array(small), response);
}
