import {
  IDEMPOTENCY_HEADER,
  type Refusal,
  type Result,
} from '../../src/waitlist/shared/contract.ts';
import { ERRORS, type ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { contentPolicy } from './content-policy.ts';

/** Of every file and every answer of a function. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // Our own form needs its Referer, which holds the referrer's code; no other site gets it.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // No includeSubDomains: other sites of this domain may be without HTTPS.
  'Strict-Transport-Security': 'max-age=63072000',
};

/** What a function answers as JSON; `code` marks the fields that an error is about. */
export type ResponseBody<Success> =
  | ({ success: true } & Success)
  | { success: false; error: string; code: ErrorCode };

const ERROR_STATUS: Record<ErrorCode, number> = {
  empty_field: 400,
  invalid_phone: 400,
  name_too_long: 400,
  wrong_json: 400,
  wrong_key: 400,
  malformed_link: 400,
  honeypot: 400,
  cross_site: 403,
  unknown_member: 404,
  wrong_method: 405,
  phone_registered: 409,
  too_large: 413,
  wrong_type: 415,
  rate_limited: 429,
  internal_error: 500,
  list_full: 503,
  unavailable: 503,
};

/** Status and headers of an answer, whatever its body. */
export function responseInit(result: Result<object>): { status: number; headers: Headers } {
  const headers = new Headers({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store' });
  if (result.ok) return { status: 200, headers };
  if (result.retryAfterSeconds) headers.set('Retry-After', `${result.retryAfterSeconds}`);
  return { status: ERROR_STATUS[result.code], headers };
}

/** `idempotencyKey` is that of the request, which may be sent again with it. */
export function jsonResponse<Success extends object>(
  result: Result<Success>,
  idempotencyKey?: string,
): Response {
  const { status, headers } = responseInit(result);
  if (idempotencyKey) headers.set(IDEMPOTENCY_HEADER, idempotencyKey);
  headers.set('Content-Security-Policy', contentPolicy([]));
  return Response.json(toBody(result), { status, headers });
}

function toBody<Success extends object>(result: Result<Success>): ResponseBody<object> {
  if (!result.ok) return { success: false, error: ERRORS[result.code], code: result.code };
  const { ok: _, ...success } = result;
  return { success: true, ...success };
}

/** In place of a page that could not be made. */
export const textResponse = (result: { ok: false } & Refusal) =>
  new Response(ERRORS[result.code], responseInit(result));

export const redirectHome = () =>
  new Response(null, { status: 303, headers: { ...SECURITY_HEADERS, Location: '/' } });

/** One line a request: how it ended and how long it took. Never a name, phone, code, token or address. */
export function logRequest(
  functionName: string,
  result: Result<object> & { cause?: string },
  status: number,
  startedAt: number,
): void {
  const outcome = result.ok ? 'ok' : result.code;
  const ms = Math.round(performance.now() - startedAt);
  console.log(JSON.stringify({ function: functionName, outcome, status, ms, cause: result.cause }));
}
