import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compressible = /^(?:text\/|image\/svg|application\/(?:javascript|json|manifest\+json|xml))/;
const compress = promisify(brotliCompress);
const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * A file as a CDN sends it: brotli where the caller takes it, an empty 304 where the caller has it,
 * no body for HEAD. The response's headers are changed in place.
 */
export async function encode(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  let bytes = await response.bytes();
  // Weak, since it names the content and not its encoding.
  const etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
  headers.set('etag', etag);
  if (compressible.test(headers.get('content-type') ?? '')) headers.set('vary', 'accept-encoding');
  if (status === 200 && request.headers.get('if-none-match')?.includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  if (headers.has('vary') && /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')) {
    headers.set('content-encoding', 'br');
    bytes = await brotli(etag, bytes);
  }
  headers.set('content-length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : bytes, { status, headers });
}

/** Kept, because at the size a CDN reaches React's 190 KB take 0.4 s. */
function brotli(etag: string, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const result = compressed.get(etag) ?? compress(bytes).then((small) => new Uint8Array(small));
  compressed.set(etag, result);
  return result;
}
