import {
  type Field,
  fieldsOf,
  IDEMPOTENCY_HEADER,
  type Refusal,
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

/** How a request ended. */
export interface Outcome<Body = unknown> {
  /** The code of an error or the name of a success, for the log. */
  outcome: string;
  status: number;
  /** Sent as JSON; a page says the same. */
  body: Body;
  headers?: Record<string, string>;
  /** What the request sent, for the page that shows it again. */
  input?: unknown;
  /** With this key the same request may be sent again. */
  idempotencyKey?: string;
  /** Which fields the error is about. */
  fields?: Field[];
  /** Why Redis failed, without personal data. */
  cause?: string;
}

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
  list_full: 503,
  unavailable: 503,
};

export function refusal(code: ErrorCode, headers: Record<string, string> = {}): Outcome<Refusal> {
  const body = { success: false as const, code, error: ERRORS[code] };
  return { outcome: code, status: ERROR_STATUS[code], body, headers, fields: fieldsOf(code) };
}

/** One line a request: how it ended and how long it took. Never a name, phone, code, token or address. */
export function logOutcome(functionName: string, ended: Outcome, startedAt: number): void {
  const { outcome, status, cause } = ended;
  const ms = Math.round(performance.now() - startedAt);
  console.log(JSON.stringify({ function: functionName, outcome, status, ms, cause }));
}

export function responseHeaders(outcome: Outcome): Record<string, string> {
  return { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...outcome.headers };
}

export function jsonResponse(outcome: Outcome): Response {
  const headers = {
    ...responseHeaders(outcome),
    ...(outcome.idempotencyKey && { [IDEMPOTENCY_HEADER]: outcome.idempotencyKey }),
    'Content-Security-Policy': contentPolicy([]),
  };
  return Response.json(outcome.body, { status: outcome.status, headers });
}
