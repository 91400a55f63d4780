import {
  ERRORS,
  type ErrorCode,
  type Field,
  IDEMPOTENCY_HEADER,
  type Refusal,
} from '../../src/waitlist/shared/contract.ts';
import { contentPolicy } from './content-policy.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** How a request ended: `name` is what the log says, `Answer` the body as JSON. */
export interface Outcome<Answer = unknown> {
  name: string;
  status: number;
  answer: Answer;
  headers?: Record<string, string>;
  /** For the page that shows it again. */
  sent?: unknown;
  /** With which the same request may be sent again. */
  idempotencyKey?: string;
  /** Which fields the error is about. */
  fields?: Field[] | undefined;
  /** Why Redis failed, without personal data. */
  cause?: string | undefined;
}

const ERROR_STATUS: Record<ErrorCode, number> = {
  empty_field: 400,
  invalid_phone: 400,
  name_too_long: 400,
  wrong_json: 400,
  wrong_key: 400,
  malformed_link: 400,
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

interface Reason {
  cause?: string;
  /** The method that would be answered. */
  allow?: string;
  retryAfterSeconds?: number;
}

export function refusal(code: ErrorCode, reason: Reason = {}): Outcome<Refusal> {
  const { cause, allow, retryAfterSeconds } = reason;
  const headers = {
    ...(allow && { Allow: allow }),
    ...(retryAfterSeconds && { 'Retry-After': `${retryAfterSeconds}` }),
  };
  const answer = { success: false as const, code, error: ERRORS[code] };
  return { name: code, status: ERROR_STATUS[code], answer, headers, cause };
}

/** One line a request: how it ended and how long it took. Never a name, phone, code, token or address. */
export function logOutcome(functionName: string, outcome: Outcome, started: number): void {
  const { name, status, cause } = outcome;
  const ms = Math.round(performance.now() - started);
  console.log(JSON.stringify({ function: functionName, outcome: name, status, ms, cause }));
}

export function answerHeaders(outcome: Outcome): Record<string, string> {
  return { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...outcome.headers };
}

export function jsonReply(outcome: Outcome): Response {
  const headers = {
    ...answerHeaders(outcome),
    ...(outcome.idempotencyKey && { [IDEMPOTENCY_HEADER]: outcome.idempotencyKey }),
    'Content-Security-Policy': contentPolicy([]),
  };
  return Response.json(outcome.answer, { status: outcome.status, headers });
}
