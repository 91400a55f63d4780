import {
  IDEMPOTENCY_HEADER,
  SIGNUP_PATH,
  type SignupResponse,
} from '../../../src/waitlist/shared/contract.ts';

export const SITE = 'https://fabio.example';

export interface Person {
  firstName: string;
  lastName: string;
  phone: string;
  referralCode?: string | undefined;
  key: string;
  ip: string;
}

/** What came back; undefined when the answer got lost on its way. */
export type Reply = { status: number; body: SignupResponse } | undefined;
export type Press = (person: Person) => Promise<Reply>;

export type Handler = (request: Request, context: { ip: string }) => Promise<Response>;

let deploys = 0;

/**
 * A new instance of the function, as after a deploy: not connected yet, and this environment is
 * what it reads. One after the other, since they share a process.
 */
export async function deployFunction(env: Record<string, string>): Promise<Handler> {
  deploys += 1;
  // Another address is another module, with a connection of its own.
  const file = new URL('../../../netlify/functions/waitlist-signup.ts', import.meta.url);
  file.search = `deploy=${deploys}`;
  const { default: handler }: { default: Handler } = await import(/* @vite-ignore */ file.href);
  // Set again at each call, and empty is as good as not set: nothing is left of another instance.
  const all = { WAITLIST_RATE_LIMIT: '', WAITLIST_RATE_WINDOW_SECONDS: '', ...env };
  return (request, context) => {
    Object.assign(process.env, all);
    return handler(request, context);
  };
}

export function toRequest({ key, ip: _, ...signup }: Person, origin = SITE): Request {
  return new Request(origin + SIGNUP_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: key },
    body: JSON.stringify(signup),
  });
}

/** Presses the button on an instance of the function in this process. */
export function pressOn(handler: Handler): Press {
  return async (person) => {
    const response = await handler(toRequest(person), { ip: person.ip });
    return { status: response.status, body: (await response.json()) as SignupResponse };
  };
}

/** Keeps the function's lines, one for each request, from the screen; errors still show. */
export function silenceLog(): void {
  console.log = () => {};
}
