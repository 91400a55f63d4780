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
import { newVisitor, startWaitlist, type Visitor, type Waitlist } from './waitlist.ts';

export const SITE = 'https://fabio.example';
export const ENDPOINT = SITE + SIGNUP_PATH;

/** One press of the button; without a `key` it has no such header. */
export type Press = Omit<Visitor, 'key'> & {
  key?: string | undefined;
  headers?: Record<string, string>;
};

export const platformOf = (ip = '203.0.113.7', context = 'production'): Platform => ({
  ip,
  deploy: { context },
  waitUntil() {},
});

type Init = RequestInit & { ip?: string };

/** What a function gets if a page sends this value as JSON. */
function callOf(path: string, value: unknown, { ip, ...init }: Init = {}) {
  const headers = { 'Content-Type': 'application/json', ...init.headers };
  const body = JSON.stringify(value);
  return [
    new Request(SITE + path, { method: 'POST', body, ...init, headers }),
    platformOf(ip),
  ] as const;
}

/** New instances of the functions with this environment, as after a deploy. */
export async function deploy(env: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  const { default: signup } = await import('../../netlify/functions/waitlist-signup.ts');
  const { default: status } = await import('../../netlify/functions/waitlist-status.ts');
  const { default: leave } = await import('../../netlify/functions/waitlist-leave.ts');

  const call = async (...args: Parameters<typeof signup>) =>
    read<SignupSuccess>(await signup(...args));
  return {
    call,
    press({ key, ip, headers, ...body }: Press) {
      const keyHeader = key && { [IDEMPOTENCY_HEADER]: key };
      return call(...callOf(SIGNUP_PATH, body, { ip, headers: { ...keyHeader, ...headers } }));
    },
    /** Like `press`, but throws unless the response has a position. */
    async join(press: Press = newVisitor()) {
      const { body } = await this.press(press);
      if (body.success && 'position' in body) return body;
      throw new Error(`expected to join, but: ${JSON.stringify(body)}`);
    },
    status: async (key: unknown, init?: Init) =>
      read<StatusSuccess>(await status(...callOf(STATUS_PATH, key, init))),
    leave: async (key: unknown, init?: Init) =>
      read<object>(await leave(...callOf(LEAVE_PATH, key, init))),
  };
}

async function read<Success>(response: Response) {
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as ResponseBody<Success> };
}

/** A test file's waitlist, emptied and without faults before each test. */
export async function freshWaitlist(): Promise<Waitlist> {
  const waitlist = await startWaitlist();
  beforeEach(async () => {
    waitlist.faults.inject = undefined;
    await waitlist.redis.flushall();
  });
  afterAll(waitlist.stop);
  return waitlist;
}

/** For a test file: the functions with their own waitlist, and the lines they printed in each test. */
export async function freshSite() {
  const printed: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...said) => void printed.push(said.join(' ')));
  }
  const waitlist = await freshWaitlist();
  const site = await deploy(waitlist.env);
  beforeEach(() => {
    vi.unstubAllEnvs();
    for (const [name, value] of Object.entries(waitlist.env)) vi.stubEnv(name, value);
    printed.length = 0;
  });
  return { waitlist, site, printed };
}

/** The log line of the last request. */
export const lastLogLine = (printed: string[]): unknown => JSON.parse(printed.at(-1) ?? 'null');
