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
import { readBuilt } from '../http/read-built.ts';
import { isFormPost, REQUEST_ERROR_STATUS, readRequest } from '../http/read-request.ts';
import { replyPage } from '../http/reply-page.ts';
import { joinQueue } from '../queue/join-queue.ts';
import { pretendToJoin } from '../queue/pretend-to-join.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

type SignupOutcome = Outcome<'joined' | 'admitted' | 'honeypot' | SignupError, SignupResponse>;

let redis: Redis | undefined;

/** POST a SignupRequest, get a SignupResponse; a form post gets a page that says the same. */
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
    ? await join(parsed.value, read.idempotencyKey, ip)
    : failed(400, parsed.code);
  return { ...outcome, typed: read.body };
}

async function join(
  signup: SignupRequest,
  idempotencyKey: string | undefined,
  ip: string,
): Promise<SignupOutcome> {
  try {
    redis ??= connectRedis();
    const attempt = {
      signup,
      idempotencyKey,
      caller: callerOf(ip),
      consentText: JSON.parse(await readBuilt('consent.json')),
      ...readSettings(),
    };
    const isProgram = signup[HONEYPOT] !== undefined;
    const result = await (isProgram ? pretendToJoin : joinQueue)(redis, attempt);
    switch (result.outcome) {
      case 'joined':
      case 'admitted': {
        const { outcome, ...told } = result;
        const name = isProgram ? 'honeypot' : outcome;
        return { status: 200, name, answer: { success: true, ...told } };
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
