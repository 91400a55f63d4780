import { nanoid } from 'nanoid';
import { IDEMPOTENCY_HEADER, type Result, VALID_KEY } from '../../src/waitlist/shared/contract.ts';
import { readRef, readSource } from '../../src/waitlist/shared/links.ts';

/** Netlify holds all of a body before it calls the function, and refuses one of more than 6 MB. */
const MAX_BODY_BYTES = 8 * 1024;

export interface Submission {
  /** Parsed JSON, or the form's fields. */
  input: unknown;
  /** A new one if the request has none, because we may send a command to Redis twice. */
  idempotencyKey: string;
}

/** Whether the browser posted a form itself, to which endpoint.ts responds with a page instead of JSON. */
export function isFormPost(request: Request): boolean {
  return request.method === 'POST' && mediaType(request) === 'application/x-www-form-urlencoded';
}

/** Reads the JSON or form fields of a POST request, and its idempotency key. */
export async function readRequest(request: Request): Promise<Result<Submission>> {
  if (request.method !== 'POST') return { ok: false, code: 'wrong_method' };
  if (isCrossSite(request)) return { ok: false, code: 'cross_site' };
  const isForm = isFormPost(request);
  if (!isForm && mediaType(request) !== 'application/json') {
    return { ok: false, code: 'wrong_type' };
  }
  const headerKey = request.headers.get(IDEMPOTENCY_HEADER);
  if (headerKey !== null && !VALID_KEY.test(headerKey)) return { ok: false, code: 'wrong_key' };
  try {
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength > MAX_BODY_BYTES) return { ok: false, code: 'too_large' };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const form = isForm ? formFields(request, text) : undefined;
    const ownKey = headerKey ?? VALID_KEY.exec(form?.idempotencyKey ?? '')?.[0];
    return { ok: true, input: form ?? JSON.parse(text), idempotencyKey: ownKey ?? nanoid() };
  } catch {
    // The body isn't JSON or isn't UTF-8, or the connection broke before all of it arrived.
    return { ok: false, code: 'wrong_json' };
  }
}

function mediaType(request: Request): string | undefined {
  return request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
}

/** Stops other sites from posting as a visitor, unless the browser sends neither header. */
function isCrossSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== new URL(request.url).origin;
}

/** A form's fields. An empty referrer or source comes from the URL of the form's page instead. */
function formFields(request: Request, text: string): Record<string, string | undefined> {
  const { search = '' } = URL.parse(request.headers.get('Referer') ?? '') ?? {};
  const filled = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  const link = { referralCode: readRef(search), source: readSource(search) };
  return { ...link, ...Object.fromEntries(filled) };
}
