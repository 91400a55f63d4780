import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER, type SignupError } from '../../src/waitlist/shared/contract.ts';
import { readReferralCode } from '../../src/waitlist/shared/referral.ts';

/** Far above any signup, far below anything that hurts. */
export const MAX_BODY_BYTES = 8 * 1024;

export type RequestError = Extract<
  SignupError,
  'wrong_method' | 'wrong_type' | 'wrong_json' | 'too_large' | 'cross_site'
>;

export const REQUEST_ERROR_STATUS: Record<RequestError, number> = {
  wrong_method: 405,
  wrong_type: 415,
  wrong_json: 400,
  too_large: 413,
  cross_site: 403,
};

export type ReadRequest = { ok: true; body: unknown } | { ok: false; code: RequestError };

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Whether this came from a form without script and is to be answered with a page. */
export function isFormPost(request: Request): boolean {
  return request.method === 'POST' && mediaType(request) === FORM_TYPE;
}

/** The body as an object of fields, or what is wrong with the request; the fields are not judged. */
export async function readRequest(request: Request): Promise<ReadRequest> {
  if (request.method !== 'POST') return { ok: false, code: 'wrong_method' };
  if (isCrossSite(request)) return { ok: false, code: 'cross_site' };
  const type = mediaType(request);
  if (type !== JSON_TYPE && type !== FORM_TYPE) return { ok: false, code: 'wrong_type' };
  try {
    const text = await readText(request);
    if (text === undefined) return { ok: false, code: 'too_large' };
    if (type === JSON_TYPE) return { ok: true, body: JSON.parse(text) };
    const fields = Object.fromEntries(new URLSearchParams(text));
    return { ok: true, body: { referralCode: refererCode(request), ...fields } };
  } catch {
    // No JSON, or she left before all of it had arrived.
    return { ok: false, code: 'wrong_json' };
  }
}

/**
 * The caller's Idempotency-Key. Without one, a form without script, it is derived from what the
 * same visitor sends again: address, user agent and names. Never from the phone, which would tell
 * a stranger who is on the list.
 */
export function idempotencyKey(
  request: Request,
  ip: string,
  names: { firstName: string; lastName: string },
): string {
  const given = request.headers.get(IDEMPOTENCY_HEADER) ?? '';
  if (/^[\w-]{16,64}$/.test(given)) return given;
  const visitor = [ip, request.headers.get('User-Agent'), names.firstName, names.lastName];
  return createHash('sha256').update(JSON.stringify(visitor)).digest('base64url').slice(0, 21);
}

function mediaType(request: Request): string | undefined {
  return request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
}

/** Another site's page may not act in her name. Browsers that send neither header are not stopped. */
export function isCrossSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== new URL(request.url).origin;
}

/** The inviter of a form without script: the page it stands on has ?ref= in its address. */
function refererCode(request: Request): string | undefined {
  const referer = request.headers.get('Referer');
  return referer && URL.canParse(referer) ? readReferralCode(new URL(referer).search) : undefined;
}

/** The body as text, or undefined as soon as it is over the limit, whatever Content-Length says. */
async function readText(request: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
