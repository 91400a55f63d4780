import type { Context } from '@netlify/functions';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import {
  IDEMPOTENCY_HEADER,
  SIGNUP_PATH,
  type SignupResponse,
} from '../../src/waitlist/shared/contract.ts';
import {
  LEAVE_PATH,
  type LeaveResponse,
  STATUS_PATH,
  type StatusResponse,
} from '../../src/waitlist/shared/status.ts';
import { type Person, person, startWaitlist, type Waitlist } from './waitlist.ts';

export const SITE = 'https://fabio.example';
export const ENDPOINT = SITE + SIGNUP_PATH;

/** One press of the button. Without a `key`, it comes without that header. */
export type Press = Omit<Person, 'key'> & {
  key?: string | undefined;
  headers?: Record<string, string>;
};

/** A press as the browser sends it. */
export function toRequest({ key, ip: _, headers, ...signup }: Press): Request {
  return new Request(ENDPOINT, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key && { [IDEMPOTENCY_HEADER]: key }),
      ...headers,
    },
    body: JSON.stringify(signup),
  });
}

/** What the platform says of a request; of all of it, a function reads the address. */
export const contextOf = (ip: string) => ({ ip }) as Context;

/** New instances of the functions, as after a deploy: with this environment, not connected yet. */
export async function deploy(env: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  const { default: signup } = await import('../../netlify/functions/waitlist-signup.ts');
  const { default: status } = await import('../../netlify/functions/waitlist-status.ts');
  const { default: leave } = await import('../../netlify/functions/waitlist-leave.ts');

  const call = async (request: Request, ip = '203.0.113.7') =>
    read<SignupResponse>(await signup(request, contextOf(ip)));
  return {
    call,
    press: (given: Press) => call(toRequest(given), given.ip),
    /** As `press`, for one that has to end with a position. */
    async join(given: Press = person()) {
      const { body } = await this.press(given);
      if (body.success && 'position' in body) return body;
      throw new Error(`expected to join, but: ${JSON.stringify(body)}`);
    },
    /** Asks for a status, or to leave the list, with what should be a StatusKey. */
    status: async (given: unknown, init?: StatusInit) =>
      read<StatusResponse>(await status(...statusCall(STATUS_PATH, given, init))),
    leave: async (given: unknown, init?: StatusInit) =>
      read<LeaveResponse>(await leave(...statusCall(LEAVE_PATH, given, init))),
  };
}

type StatusInit = RequestInit & { ip?: string };

function statusCall(
  path: string,
  given: unknown,
  { ip = '203.0.113.7', ...init }: StatusInit = {},
) {
  const headers = { 'Content-Type': 'application/json', ...init.headers };
  const body = JSON.stringify(given);
  const request = new Request(SITE + path, { method: 'POST', body, ...init, headers });
  return [request, contextOf(ip)] as const;
}

async function read<Body>(response: Response) {
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Body };
}

export type Site = Awaited<ReturnType<typeof deploy>>;

/** The list of a test file: started before its first test, empty and without faults before each. */
export function freshWaitlist(): Waitlist {
  const waitlist = {} as Waitlist;
  beforeAll(async () => void Object.assign(waitlist, await startWaitlist()));
  beforeEach(async () => {
    waitlist.faults.intercept = undefined;
    await waitlist.redis.flushall();
  });
  afterAll(() => waitlist.stop());
  return waitlist;
}

/**
 * For a test file: the functions on a list of its own, which is empty and without faults before each
 * test, as is `printed`: everything the functions wrote, a line each, instead of showing it.
 */
export function freshSite() {
  const printed: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...said) => void printed.push(said.join(' ')));
  }
  const waitlist = freshWaitlist();
  const site = {} as Site;
  beforeAll(async () => void Object.assign(site, await deploy(waitlist.env)));
  beforeEach(() => {
    vi.unstubAllEnvs();
    for (const [name, value] of Object.entries(waitlist.env)) vi.stubEnv(name, value);
    printed.length = 0;
  });
  return { waitlist, site, printed };
}

/** What the log says of the last request. */
export const lastLine = (printed: string[]): unknown => JSON.parse(printed.at(-1) ?? 'null');
