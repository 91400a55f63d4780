import type { Context } from '@netlify/functions';
import { vi } from 'vitest';
import {
  IDEMPOTENCY_HEADER,
  SIGNUP_PATH,
  type SignupRequest,
  type SignupResponse,
} from '../../src/waitlist/shared/contract.ts';
import { STATUS_PATH, type StatusResponse } from '../../src/waitlist/shared/status.ts';

export const SITE = 'https://fabio.example';
export const ENDPOINT = SITE + SIGNUP_PATH;

/** One press of the button. Without a `key`, it comes without that header. */
export interface Press extends SignupRequest {
  key?: string | undefined;
  ip: string;
  headers?: Record<string, string>;
}

let people = 0;

/** Somebody new, with a phone and a key of her own. */
export function person(given: Partial<Press> = {}): Press {
  people += 1;
  return {
    firstName: 'Ana',
    lastName: 'Lee',
    phone: String(5_550_000_000 + people),
    key: `the-key-of-person-${people}`,
    ip: '203.0.113.7',
    ...given,
  };
}

/** A press as the browser sends it. */
export function toRequest({ key, ip, headers, ...signup }: Press): Request {
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

/** What the platform says of a request; of all of it, the function reads the address. */
const contextOf = (ip: string) => ({ ip }) as Context;

/** A new instance of the function, as after a deploy: with this environment, not connected yet. */
export async function deploy(env: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  const { default: handler } = await import('../../netlify/functions/waitlist-signup.ts');
  const call = async (request: Request, ip = '203.0.113.7') => {
    const response = await handler(request, contextOf(ip));
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as SignupResponse };
  };
  return {
    call,
    press: (given: Press) => call(toRequest(given), given.ip),
    /** As `press`, for one that has to end with a place in line. */
    async join(given: Press = person()) {
      const { body } = await call(toRequest(given), given.ip);
      if (!body.success) throw new Error(`expected to join, but: ${body.error}`);
      return body;
    },
  };
}

/** As `deploy`, for the function that tells a place: `look` asks for `?code=`. */
export async function deployStatus(env: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.resetModules();
  const { default: handler } = await import('../../netlify/functions/waitlist-status.ts');
  return async (
    code: string,
    { ip = '203.0.113.7', ...init }: RequestInit & { ip?: string } = {},
  ) => {
    const url = `${SITE}${STATUS_PATH}?code=${encodeURIComponent(code)}`;
    const response = await handler(new Request(url, init), contextOf(ip));
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as StatusResponse };
  };
}

export type Look = Awaited<ReturnType<typeof deployStatus>>;

export type DeployedFunction = Awaited<ReturnType<typeof deploy>>;

/** Everything printed from now on, a line each, instead of showing it. */
export function recordConsole(): string[] {
  const printed: string[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...said) => void printed.push(said.join(' ')));
  }
  return printed;
}

/** What the log says of the last request. */
export const lastLine = (printed: string[]): unknown => JSON.parse(printed.at(-1) ?? 'null');
