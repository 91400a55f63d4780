import type { Context } from '@netlify/functions';
import { nanoid } from 'nanoid';
import type { Parsed, ResponseBody } from '../../src/waitlist/shared/contract.ts';
import { ERRORS, type ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { keysOf } from '../queue/keys.ts';
import { type RateLimits, readRateLimits } from '../queue/rate-limits.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import type { Waitlist } from '../queue/waitlist-script.ts';
import { jsonResponse, logOutcome, type Outcome, refusal } from './outcome.ts';
import { rateLimitKeyOf } from './rate-limit-key.ts';
import { isFormPost, readRequest } from './read-request.ts';

/** What a request asks for, and from whom. */
interface Call<Input> extends RateLimits {
  waitlist: Waitlist;
  input: Input;
  /** Whom the limits count: an address. */
  rateLimitKey: string;
  /** The request's, else a new one, since a request to Redis is sent again where its connection broke. */
  idempotencyKey: string;
}

/** How a call ended: why it was refused, or a word for the log with what `Success` holds. */
type Result<Success> =
  | { outcome: ErrorCode; retryAfterSeconds?: number }
  | ({ outcome: string } & Success);

interface Endpoint<Input, Success> {
  /** The function's name, for the log. */
  name: string;
  /** The only method that it answers: GET reads the query, POST a body of JSON or a form. */
  method: 'GET' | 'POST';
  parse: (input: unknown) => Parsed<Input>;
  /** Does the work. Whatever it throws counts as an outage. */
  run: (call: Call<Input>) => Promise<Result<Success>>;
  /** The page that answers a form; without it a form is answered with JSON. */
  page?: (outcome: Outcome<ResponseBody<Success>>, origin: string) => Promise<Response>;
}

/** A Netlify function: reads a request, runs it, writes one line to the log and answers. */
export function endpoint<Input, Success>(options: Endpoint<Input, Success>) {
  const { name, method, parse, run, page } = options;
  let waitlist: Waitlist | undefined;

  async function handle(
    request: Request,
    { ip, deploy }: Context,
  ): Promise<Outcome<ResponseBody<Success>>> {
    if (request.method !== method) return refusal('wrong_method', { Allow: method });
    const read = await readRequest(request);
    if (!read.ok) return refusal(read.code);
    const { input, idempotencyKey = nanoid() } = read.value;
    const echoed = { input, idempotencyKey };
    const parsed = parse(input);
    if (!parsed.ok) return { ...refusal(parsed.code), fields: parsed.fields ?? [], ...echoed };
    const call = { input: parsed.value, rateLimitKey: rateLimitKeyOf(ip), idempotencyKey };
    try {
      waitlist ??= { redis: connectRedis(), keys: keysOf(waitlistName(deploy)) };
      const { outcome, ...rest } = await run({ ...call, waitlist, ...readRateLimits() });
      if (outcome in ERRORS)
        return { ...refusal(outcome as ErrorCode, retryAfter(rest)), ...echoed };
      const body = { success: true, ...rest } as { success: true } & Success;
      return { outcome, status: 200, body, ...echoed };
    } catch (error) {
      return { ...refusal('unavailable'), cause: redisFailure(error), ...echoed };
    }
  }

  return async (request: Request, context: Context): Promise<Response> => {
    const startedAt = performance.now();
    const outcome = await handle(request, context);
    logOutcome(name, outcome, startedAt);
    if (!page || !isFormPost(request)) return jsonResponse(outcome);
    return page(outcome, new URL(request.url).origin);
  };
}

const retryAfter = ({ retryAfterSeconds: seconds }: { retryAfterSeconds?: number }) =>
  seconds ? { 'Retry-After': `${seconds}` } : undefined;

/** A deploy preview or branch deploy signs nobody up to the real waitlist. */
const waitlistName = ({ context }: Context['deploy']) =>
  context === 'production' ? 'waitlist' : 'waitlist-preview';
