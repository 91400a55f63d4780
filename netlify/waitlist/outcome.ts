import type { SignupError, SignupResponse } from '../../src/waitlist/contract.ts';

/** How a request ended. */
export interface Outcome {
  name: 'joined' | 'trapped' | SignupError;
  status: number;
  answer: SignupResponse;
  headers?: Record<string, string>;
  /** What she sent, for the page that shows it to her again. */
  typed?: unknown;
  /** Why Redis failed, without anybody's data. */
  cause?: string;
}

/** One line a request: how it ended and how long it took. Never a name, phone, code or address. */
export function logOutcome({ name, status, cause }: Outcome, milliseconds: number): void {
  const ms = Math.round(milliseconds);
  console.log(JSON.stringify({ function: 'waitlist-signup', outcome: name, status, ms, cause }));
}
