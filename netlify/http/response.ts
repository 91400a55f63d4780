import {
  IDEMPOTENCY_HEADER,
  type Refusal,
  type RegisteredMember,
  type Result,
} from '../../src/waitlist/shared/contract.ts';
import { ERRORS, type ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { Unavailable } from '../queue/unavailable.ts';
import { contentPolicy } from './content-policy.ts';

/** For every file and every response of a function. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // Our own form needs its Referer, which holds the referrer's code; other sites don't get it.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // No includeSubDomains: other sites of this domain may not have HTTPS.
  'Strict-Transport-Security': 'max-age=63072000',
};

/** The body of a JSON response; `code` tells the form which fields to mark. */
export type ResponseBody<Success> =
  | ({ success: true } & Success)
  | ({ success: false; error: string; code: ErrorCode } & Partial<RegisteredMember>);

/** All others are 400. */
const ERROR_STATUS: Partial<Record<ErrorCode, number>> = {
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

export function responseInit(result: Result<object>): { status: number; headers: Headers } {
  const headers = new Headers({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store' });
  if (result.ok) return { status: 200, headers };
  if (result.code === 'wrong_method') headers.set('Allow', 'POST');
  if (result.retryAfterSeconds) headers.set('Retry-After', `${result.retryAfterSeconds}`);
  return { status: ERROR_STATUS[result.code] ?? 400, headers };
}

/** `idempotencyKey` tells the client which key to retry with. */
export function jsonResponse(result: Result<object>, idempotencyKey: string): Response {
  const { status, headers } = responseInit(result);
  if (idempotencyKey) headers.set(IDEMPOTENCY_HEADER, idempotencyKey);
  headers.set('Content-Security-Policy', contentPolicy([]));
  const { ok: _, ...rest } = result;
  const body: ResponseBody<object> = result.ok
    ? { success: true, ...rest }
    : { success: false, error: ERRORS[result.code], code: result.code, ...result.registered };
  return Response.json(body, { status, headers });
}

export const redirectHome = () =>
  new Response(null, { status: 303, headers: { ...SECURITY_HEADERS, Location: '/' } });

/** What an error means for a visitor, and its cause for the log. Any error but Unavailable is a bug. */
export function outcomeOf(error: unknown): { ok: false; cause: string } & Refusal {
  return error instanceof Unavailable
    ? { ok: false, code: 'unavailable', cause: error.message }
    : { ok: false, code: 'internal_error', cause: describeBug(error) };
}

/** An error's name and stack without its message, which may contain what a visitor entered. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, message, stack = '' } = error;
  // The stack starts with the message, unless that was changed since.
  const start = stack.indexOf(message);
  const frames = start < 0 ? null : stack.slice(start + message.length).match(/^ +at .+$/gm);
  return [name, ...(frames ?? [])].join('\n');
}
