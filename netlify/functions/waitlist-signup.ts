import type { Context } from '@netlify/functions';
import type { Redis } from '@upstash/redis';
import {
  HONEYPOT,
  parseSignup,
  SIGNUP_ERRORS,
  type SignupError,
  type SignupRequest,
  type SignupResponse,
} from '../../src/waitlist/shared/contract.ts';
import { callerOf } from '../http/caller.ts';
import { jsonReply, logOutcome, type Outcome } from '../http/outcome.ts';
import { isFormPost, REQUEST_ERROR_STATUS, readRequest } from '../http/read-request.ts';
import { replyPage } from '../http/reply-page.ts';
import { readCurrentConsent } from '../queue/consent-file.ts';
import { formKey } from '../queue/form-key.ts';
import { joinQueue, pretendToJoin } from '../queue/join-queue.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

type SignupOutcome = Outcome<'joined' | 'admitted' | 'trapped' | SignupError, SignupResponse>;

let redis: Redis | undefined;

/** POST a SignupRequest, get a SignupResponse; a form without script gets a page that says the same. */
export default async function waitlistSignup(
  request: Request,
  context: Context,
): Promise<Response> {
  const started = performance.now();
  const outcome = await signUp(request, context.ip);
  logOutcome('waitlist-signup', outcome, performance.now() - started);
  return isFormPost(request) ? replyPage(outcome, new URL(request.url).origin) : jsonReply(outcome);
}

async function signUp(request: Request, ip: string): Promise<SignupOutcome> {
  const read = await readRequest(request);
  if (!read.ok) {
    const headers = { Allow: 'POST' };
    return { ...failed(REQUEST_ERROR_STATUS[read.code], read.code), headers };
  }
  const parsed = parseSignup(read.body);
  const outcome = parsed.ok
    ? await join(request, ip, parsed.value, read.idempotencyKey)
    : failed(400, parsed.code);
  return { ...outcome, typed: read.body };
}

async function join(
  request: Request,
  ip: string,
  signup: SignupRequest,
  givenKey: string | undefined,
): Promise<SignupOutcome> {
  try {
    redis ??= connectRedis();
    const { firstName, lastName } = signup;
    const visitor = [ip, request.headers.get('User-Agent'), firstName, lastName];
    // Only what was really shown proves anything.
    const current = signup.consent && (await readCurrentConsent())?.version;
    const isShown = signup.consent === current;
    const warning = signup.consent && !isShown ? 'unknown_consent' : undefined;
    const attempt = {
      signup: isShown ? signup : { ...signup, consent: undefined },
      idempotencyKey: givenKey ?? (await formKey(redis, visitor)),
      caller: callerOf(ip),
      ...readSettings(),
    };
    const isTrapped = signup[HONEYPOT] !== undefined;
    const result = await (isTrapped ? pretendToJoin : joinQueue)(redis, attempt);
    switch (result.outcome) {
      case 'joined':
      case 'admitted': {
        const { outcome, ...told } = result;
        const name = isTrapped ? 'trapped' : outcome;
        return { status: 200, name, answer: { success: true, ...told }, warning };
      }
      case 'registered':
        return failed(409, 'phone_registered');
      case 'limited': {
        const headers = { 'Retry-After': String(result.retryAfterSeconds) };
        return { ...failed(429, 'rate_limited'), headers };
      }
      case 'full':
        return failed(503, 'list_full');
    }
  } catch (error) {
    return { ...failed(503, 'unavailable'), cause: redisFailure(error) };
  }
}

function failed(status: number, code: SignupError): SignupOutcome {
  return { status, name: code, answer: { success: false, error: SIGNUP_ERRORS[code] } };
}
