import type { Result } from '../../src/waitlist/shared/contract.ts';
import type { Counter } from '../queue/rate-limits.ts';
import type { LimitedWaitlist } from '../queue/waitlist-script.ts';
import type { createContext, Platform } from './context.ts';
import { toFailure } from './failure.ts';
import { isFormPost, readRequest, type Sent } from './read-request.ts';
import { jsonResponse, logRequest, redirectHome, textResponse } from './response.ts';

/** What a request asks for. */
interface Call<Input> {
  waitlist: LimitedWaitlist;
  input: Input;
  idempotencyKey: string;
}

interface Endpoint<Input, Success> {
  /** The function's name, for the log. */
  name: string;
  /** The only method that it answers: GET reads the query, POST a body of JSON or a form. */
  method: 'GET' | 'POST';
  /** What each request counts as, unless it says 'none'. */
  limit?: Counter | 'none';
  parse: (input: unknown) => Result<{ value: Input }>;
  /** Does the work. What it throws is an outage if Redis or a variable is to blame, otherwise a bug. */
  run: (call: Call<Input>) => Promise<Result<Success>>;
  /** The page that answers a form; without it a form is answered with JSON. */
  page?: (result: Result<Success>, sent: Sent | undefined, origin: string) => Promise<Response>;
}

/** A Netlify function: reads a request, runs it, writes one line to the log and answers. */
export function endpoint<Input, Success extends object>(
  contextOf: ReturnType<typeof createContext>,
  { name, method, limit = 'statusRequests', parse, run, page }: Endpoint<Input, Success>,
) {
  async function handle({ input, idempotencyKey }: Sent, platform: Platform) {
    const parsed = parse(input);
    if (!parsed.ok) return parsed;
    const waitlist = contextOf(platform, limit);
    return run({ waitlist, input: parsed.value, idempotencyKey });
  }

  async function respond(request: Request, result: Result<Success>, sent: Sent | undefined) {
    // A reload of the page that answered a form may be a GET.
    if (page && request.method === 'GET') return redirectHome();
    if (page && isFormPost(request)) return page(result, sent, new URL(request.url).origin);
    const response = jsonResponse(result, sent?.idempotencyKey);
    if (response.status === 405) response.headers.set('Allow', method);
    return response;
  }

  return async (request: Request, platform: Platform): Promise<Response> => {
    const startedAt = performance.now();
    const read = await readRequest(request, method);
    const sent = read.ok ? read : undefined;
    let result = read.ok ? await handle(read, platform).catch(toFailure) : read;
    const response = await respond(request, result, sent).catch((error) => {
      result = toFailure(error);
      return textResponse(result);
    });
    logRequest(name, result, response.status, startedAt);
    return response;
  };
}
