import type { Result } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import type { Waitlist } from '../queue/script.ts';
import { type Platform, waitlistOf } from './context.ts';
import { isFormPost, readRequest, type Submission } from './read-request.ts';
import { jsonResponse, outcomeOf, redirectHome, responseInit } from './response.ts';

interface Endpoint<Input, Success> {
  /** For the log. */
  name: string;
  parse: (input: unknown) => Result<{ value: Input }>;
  /** Does the work. May throw Unavailable; anything else is a bug. */
  run: (call: {
    waitlist: Waitlist;
    input: Input;
    submission: Submission;
    platform: Platform;
  }) => Promise<Result<Success>>;
  /** The response to a form post. Without it, every response is JSON. */
  page?: (result: Result<Success>, submission: Submission, origin: string) => Promise<Response>;
}

/** `cause` is only for the log. */
type Outcome = Result<object> & { cause?: string };

/** A Netlify function that reads a POST request, runs it, responds, and writes one line to the log. */
export function endpoint<Input, Success extends object>(definition: Endpoint<Input, Success>) {
  const { name, parse, run, page } = definition;

  async function work(submission: Submission, platform: Platform) {
    const parsed = parse(submission.input);
    if (!parsed.ok) return parsed;
    return run({ waitlist: waitlistOf(platform), input: parsed.value, submission, platform });
  }

  /** What a request comes to, for the log, and the response. */
  async function handle(request: Request, platform: Platform): Promise<[Outcome, Response]> {
    const read = await readRequest(request);
    const submission = read.ok ? read : { input: undefined, idempotencyKey: '' };
    const result = read.ok ? await work(read, platform).catch(outcomeOf) : read;
    try {
      // Some browsers reload a form's response with a GET.
      if (page && request.method === 'GET') return [result, redirectHome()];
      if (page && isFormPost(request))
        return [result, await page(result, submission, new URL(request.url).origin)];
      return [result, jsonResponse(result, submission.idempotencyKey)];
    } catch (error) {
      const outcome = outcomeOf(error);
      return [outcome, new Response(ERRORS[outcome.code], responseInit(outcome))];
    }
  }

  return async (request: Request, platform: Platform): Promise<Response> => {
    const startedAt = performance.now();
    const [result, response] = await handle(request, platform);
    const ms = Math.round(performance.now() - startedAt);
    const outcome = result.ok ? 'ok' : result.code;
    // No name, phone, code, token or IP.
    const line = { function: name, outcome, status: response.status, ms, cause: result.cause };
    console.log(JSON.stringify(line));
    return response;
  };
}
