import { nanoid } from 'nanoid';
import { IDEMPOTENCY_HEADER, type Result } from '../../src/waitlist/shared/contract.ts';
import { readRef } from '../../src/waitlist/shared/referral.ts';
import { readSource } from '../../src/waitlist/shared/source.ts';

const MAX_BODY_BYTES = 8 * 1024;

/** Holds the key of a form that came without one, so that a reload sends it again. */
export const KEY_COOKIE = 'idempotency-key';

/** What a request sent. */
export interface Sent {
  /** The value of the JSON, or the fields of the form or query. */
  input: unknown;
  /** A new one if the request has none, since a request to Redis is sent again if its connection broke. */
  idempotencyKey: string;
  /** Whether the header or the form's field held the key. */
  hasOwnKey: boolean;
}

/** Whether the browser posted a form itself, and is answered with a page. */
export function isFormPost(request: Request): boolean {
  return request.method === 'POST' && mediaType(request) === 'application/x-www-form-urlencoded';
}

/** Reads the query of a GET request, which changes nothing and may come from anywhere, or the body of a POST. */
export async function readRequest(request: Request, method: 'GET' | 'POST'): Promise<Result<Sent>> {
  if (request.method !== method) return { ok: false, code: 'wrong_method' };
  if (method === 'GET') {
    const input = Object.fromEntries(new URL(request.url).searchParams);
    return { ok: true, input, idempotencyKey: nanoid(), hasOwnKey: false };
  }
  if (isCrossSite(request)) return { ok: false, code: 'cross_site' };
  const isForm = isFormPost(request);
  if (!isForm && mediaType(request) !== 'application/json')
    return { ok: false, code: 'wrong_type' };
  const header = request.headers.get(IDEMPOTENCY_HEADER);
  const headerKey = readKey(header);
  if (header !== null && !headerKey) return { ok: false, code: 'wrong_key' };
  try {
    const text = await readBody(request);
    if (text === undefined) return { ok: false, code: 'too_large' };
    const input = isForm ? formFields(request, text) : JSON.parse(text);
    const ownKey = headerKey ?? (isForm ? readKey(input.idempotencyKey) : undefined);
    const cookieKey = isForm ? readCookie(request) : undefined;
    const idempotencyKey = ownKey ?? cookieKey ?? nanoid();
    return { ok: true, input, idempotencyKey, hasOwnKey: ownKey !== undefined };
  } catch {
    // It isn't JSON, or the connection broke before all of it had arrived.
    return { ok: false, code: 'wrong_json' };
  }
}

/**
 * An idempotency key, bare as our own client sends it or in quotes as the IETF's draft writes it:
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
function readKey(text: string | null | undefined): string | undefined {
  return /^("?)([\w-]{16,64})\1$/.exec(text ?? '')?.[2];
}

function readCookie(request: Request): string | undefined {
  const cookies = request.headers.get('Cookie')?.split('; ') ?? [];
  const found = cookies.find((cookie) => cookie.startsWith(`${KEY_COOKIE}=`));
  return readKey(found?.slice(KEY_COOKIE.length + 1));
}

function mediaType(request: Request): string | undefined {
  return request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
}

/** Another site's page may not act for a visitor. Browsers that send neither header are not stopped. */
function isCrossSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== new URL(request.url).origin;
}

/** A form's fields. If referrer and source are empty, the address of the form's page has them. */
function formFields(request: Request, text: string): Record<string, string | undefined> {
  const { search = '' } = URL.parse(request.headers.get('Referer') ?? '') ?? {};
  const filled = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  const link = { referralCode: readRef(search), source: readSource(search) };
  return { ...link, ...Object.fromEntries(filled) };
}

/** The body as text, or undefined as soon as it is over the limit, whatever Content-Length says. */
async function readBody(request: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  // A byte order mark at its beginning, as some programs send it, is left out.
  return new TextDecoder().decode(Buffer.concat(chunks));
}
