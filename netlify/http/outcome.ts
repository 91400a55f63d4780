import { contentPolicy } from './content-policy.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** How a request ended: `Name` is the literal it is logged under, `Answer` the body as JSON. */
export interface Outcome<Name extends string = string, Answer = unknown> {
  name: Name;
  status: number;
  answer: Answer;
  headers?: Record<string, string>;
  /** What was sent, for the page that shows it again. */
  typed?: unknown;
  /** Why Redis failed, without anybody's data. */
  cause?: string;
}

/** One line a request: how it ended and how long it took. Never a name, phone, code, token or address. */
export function logOutcome(
  functionName: string,
  { name, status, cause }: Outcome,
  milliseconds: number,
): void {
  const ms = Math.round(milliseconds);
  console.log(JSON.stringify({ function: functionName, outcome: name, status, ms, cause }));
}

/** What every answer of a function has, page or JSON. */
export function answerHeaders(outcome: Outcome): Record<string, string> {
  return { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...outcome.headers };
}

export function jsonReply(outcome: Outcome): Response {
  const headers = { ...answerHeaders(outcome), 'Content-Security-Policy': contentPolicy([]) };
  return Response.json(outcome.answer, { status: outcome.status, headers });
}
