import { afterAll, beforeEach, vi } from 'vitest';
import type { Platform } from '../../netlify/http/context.ts';
import type { ResponseBody } from '../../netlify/http/response.ts';
import {
  IDEMPOTENCY_HEADER,
  LEAVE_PATH,
  SIGNUP_PATH,
  type SignupSuccess,
  STATUS_PATH,
  type StatusSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { newVisitor, startWaitlist, type Visitor } from './waitlist.ts';

export const SITE = 'https://fabio.example';

/** One press of the button; without a `key` it has no such header. */
export type Press = Omit<Visitor, 'key'> & {
  key?: string | undefined;
  headers?: Record<string, string>;
  context?: string;
};

export const platformOf = (ip = '203.0.113.7', context = 'production'): Platform => ({
  ip,
  deploy: { context },
  waitUntil() {},
});

type Init = RequestInit & { ip?: string; context?: string | undefined };

/** Sends a function this value as JSON, as a page does. */
async function post<Success>(
  handler: (request: Request, platform: Platform) => Promise<Response>,
  path: string,
  value: unknown,
  { ip, context, ...init }: Init = {},
) {
  const sent = { 'Content-Type': 'application/json', ...init.headers };
  const body = JSON.stringify(value);
  const request = new Request(SITE + path, { method: 'POST', body, ...init, headers: sent });
  const response = await handler(request, platformOf(ip, context));
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as ResponseBody<Success> };
}

/** New instances of the functions with this environment, as after a deploy. */
export async function deploy(env: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  const { default: signup } = await import('../../netlify/functions/waitlist-signup.ts');
  const { default: status } = await import('../../netlify/functions/waitlist-status.ts');
  const { default: leave } = await import('../../netlify/functions/waitlist-leave.ts');

  return {
    press({ key, ip, context, headers, ...body }: Press) {
      const keyHeader = key && { [IDEMPOTENCY_HEADER]: key };
      const init = { ip, context, headers: { ...keyHeader, ...headers } };
      return post<SignupSuccess>(signup, SIGNUP_PATH, body, init);
    },
    /** Like `press`, but throws unless the response has a position. */
    async join(press: Press = newVisitor()) {
      const { body } = await this.press(press);
      if (body.success && 'position' in body) return body;
      throw new Error(`expected to join, but: ${JSON.stringify(body)}`);
    },
    status: (key: unknown, init?: Init) => post<StatusSuccess>(status, STATUS_PATH, key, init),
    leave: (key: unknown, init?: Init) => post<object>(leave, LEAVE_PATH, key, init),
  };
}

/** For a test file: the functions with their own waitlist, empty in each test, and the lines they print. */
export async function freshFunctions() {
  const printed: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...said) => void printed.push(said.join(' ')));
  }
  const waitlist = await startWaitlist();
  const functions = await deploy(waitlist.env);
  beforeEach(async () => {
    waitlist.faults.inject = undefined;
    await waitlist.redis.flushall();
    vi.unstubAllEnvs();
    for (const [name, value] of Object.entries(waitlist.env)) vi.stubEnv(name, value);
    printed.length = 0;
  });
  afterAll(waitlist.stop);
  return { waitlist, functions, printed };
}
