import { afterAll, beforeEach, vi } from 'vitest';
import leave from '../../netlify/functions/waitlist-leave.ts';
import signup from '../../netlify/functions/waitlist-signup.ts';
import status from '../../netlify/functions/waitlist-status.ts';
import type { Platform } from '../../netlify/http/context.ts';
import type { ResponseBody } from '../../netlify/http/response.ts';
import {
  IDEMPOTENCY_HEADER,
  type SignupSuccess,
  type StatusSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { newVisitor, startWaitlist, type Visitor } from './waitlist.ts';

export const SITE = 'https://fabio.example';

/** One press of the button; without a `key` it has no such header. */
export type Press = Visitor & { headers?: Record<string, string>; context?: string | undefined };

export const platformOf = (ip = '203.0.113.7', context = 'production'): Platform => ({
  ip,
  deploy: { context },
  waitUntil() {},
});

/** Sends a function this value as JSON, as a page does. */
async function post<Success>(call: typeof signup, value: unknown, press: Partial<Press> = {}) {
  const headers = { 'Content-Type': 'application/json', ...press.headers };
  const init = { method: 'POST', headers, body: JSON.stringify(value) };
  const response = await call(new Request(SITE, init), platformOf(press.ip, press.context));
  const body = (await response.json()) as ResponseBody<Success>;
  return { status: response.status, headers: response.headers, body };
}

const functions = {
  press({ key, ip, context, headers, ...body }: Press) {
    const sent = { ...(key && { [IDEMPOTENCY_HEADER]: key }), ...headers };
    return post<SignupSuccess>(signup, body, { ip, context, headers: sent });
  },
  /** Like `press`, but throws unless the visitor has joined. */
  async join(press: Press = newVisitor()) {
    const { body } = await this.press(press);
    if (body.success) return body;
    throw new Error(`expected to join, but: ${JSON.stringify(body)}`);
  },
  status: (key: unknown) => post<StatusSuccess>(status, key),
  leave: (key: unknown) => post<object>(leave, key),
};

/** For a test file: the functions with their own waitlist, empty in each test, and the lines they print. */
export async function setUpFunctions() {
  const printed: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...said) => void printed.push(said.join(' ')));
  const waitlist = await startWaitlist();
  Object.assign(process.env, waitlist.env);
  beforeEach(async () => {
    waitlist.faults.inject = undefined;
    await waitlist.redis.flushall();
    vi.unstubAllEnvs();
    printed.length = 0;
  });
  afterAll(waitlist.stop);
  return { waitlist, functions, printed };
}
