import { IDEMPOTENCY_HEADER, type Parsed } from '../../src/waitlist/shared/contract.ts';
import { readRef } from '../../src/waitlist/shared/referral.ts';
import { readSource } from '../../src/waitlist/shared/source.ts';

const MAX_BODY_BYTES = 8 * 1024;

interface RequestInput {
  /** The value of the JSON, or the fields of the form or query. */
  input: unknown;
  /** Of the header or the form's field. */
  idempotencyKey?: string | undefined;
}

/** Whether the browser posted a form itself, and is answered with a page. */
export function isFormPost(request: Request): boolean {
  return request.method === 'POST' && mediaType(request) === 'application/x-www-form-urlencoded';
}

/** Reads the query of a GET request, which changes nothing and may come from anywhere, else the body. */
export async function readRequest(request: Request): Promise<Parsed<RequestInput>> {
  if (request.method === 'GET') {
    const { searchParams } = new URL(request.url);
    return { ok: true, value: { input: Object.fromEntries(searchParams) } };
  }
  if (isCrossSite(request)) return { ok: false, code: 'cross_site' };
  const isForm = isFormPost(request);
  if (!isForm && mediaType(request) !== 'application/json')
    return { ok: false, code: 'wrong_type' };
  const header = request.headers.get(IDEMPOTENCY_HEADER);
  const idempotencyKey = readKey(header);
  if (header !== null && !idempotencyKey) return { ok: false, code: 'wrong_key' };
  try {
    const text = await readBody(request);
    if (text === undefined) return { ok: false, code: 'too_large' };
    if (!isForm) return { ok: true, value: { input: JSON.parse(text), idempotencyKey } };
    const fields = formFields(request, text);
    const key = idempotencyKey ?? readKey(fields.idempotencyKey);
    return { ok: true, value: { input: fields, idempotencyKey: key } };
  } catch {
    // No JSON, or the connection broke before all of it had arrived.
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

/** A form's fields. Where referrer and source are empty, the address of the form's page has them. */
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
  return Buffer.concat(chunks).toString('utf8');
}
