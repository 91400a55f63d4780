import type { Result } from '../../src/waitlist/shared/contract.ts';
import type { RequestCounter } from '../queue/keys.ts';
import type { LimitedWaitlist } from '../queue/script.ts';
import { type Platform, waitlistOf } from './context.ts';
import { isFormPost, readRequest, type Sent } from './read-request.ts';
import { jsonResponse, outcomeOf, redirectHome, textResponse } from './response.ts';

interface Endpoint<Input, Success> {
  /** For the log. */
  name: string;
  counter: RequestCounter;
  parse: (input: unknown) => Result<{ value: Input }>;
  /** Does the work. Throwing Unavailable means an outage, anything else a bug. */
  run: (call: {
    waitlist: LimitedWaitlist;
    input: Input;
    sent: Sent;
    platform: Platform;
  }) => Promise<Result<Success>>;
  /** The response to a form post. Without it, every response is JSON. */
  page?: (result: Result<Success>, sent: Sent | undefined, origin: string) => Promise<Response>;
}

/** A Netlify function that reads a POST request, runs it, responds, and writes one line to the log. */
export function endpoint<Input, Success extends object>(definition: Endpoint<Input, Success>) {
  const { name, counter, parse, run, page } = definition;

  async function handle(sent: Sent, platform: Platform) {
    const parsed = parse(sent.input);
    if (!parsed.ok) return parsed;
    const waitlist = waitlistOf(platform, counter);
    return run({ waitlist, input: parsed.value, sent, platform });
  }

  async function respond(request: Request, result: Result<Success>, sent: Sent | undefined) {
    // Some browsers reload a form's response with a GET.
    if (page && request.method === 'GET') return redirectHome();
    if (page && isFormPost(request)) return page(result, sent, new URL(request.url).origin);
    return jsonResponse(result, sent?.idempotencyKey);
  }

  return async (request: Request, platform: Platform): Promise<Response> => {
    const startedAt = performance.now();
    const read = await readRequest(request);
    const sent = read.ok ? read : undefined;
    let result: Result<Success> & { cause?: string } = read.ok
      ? await handle(read, platform).catch(outcomeOf)
      : read;
    const response = await respond(request, result, sent).catch((error) => {
      result = outcomeOf(error);
      return textResponse(result);
    });
    const outcome = result.ok ? 'ok' : result.code;
    const ms = Math.round(performance.now() - startedAt);
    const { cause } = result;
    // No name, phone, code, token or IP.
    console.log(JSON.stringify({ function: name, outcome, status: response.status, ms, cause }));
    return response;
  };
}
