import type { Context } from '@netlify/functions';
import type { Redis } from '@upstash/redis';
import {
  HONEYPOT,
  parseSignup,
  type SignupRequest,
  type SignupResponse,
} from '../../src/waitlist/shared/contract.ts';
import { callerOf } from '../http/caller.ts';
import { jsonReply, logOutcome, type Outcome, refusal } from '../http/outcome.ts';
import { readBuilt } from '../http/read-built.ts';
import { isFormPost, readRequest } from '../http/read-request.ts';
import { signupPage } from '../http/reply-page.ts';
import { joinQueue } from '../queue/join-queue.ts';
import { pretendToJoin } from '../queue/pretend-to-join.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

const ERRORS = {
  limited: 'rate_limited',
  registered: 'phone_registered',
  full: 'list_full',
} as const;

let redis: Redis | undefined;

/** POST a SignupRequest, get a SignupResponse; a form post gets a page that says the same. */
export default async function waitlistSignup(request: Request, { ip }: Context): Promise<Response> {
  const started = performance.now();
  const outcome = await signUp(request, ip);
  logOutcome('waitlist-signup', outcome, started);
  if (!isFormPost(request)) return jsonReply(outcome);
  return signupPage(outcome, new URL(request.url).origin);
}

async function signUp(request: Request, ip: string): Promise<Outcome<SignupResponse>> {
  const read = await readRequest(request);
  if (!read.ok) return refusal(read.code);
  const { body, idempotencyKey } = read;
  const parsed = parseSignup(body);
  const outcome = parsed.ok
    ? await join(parsed.value, idempotencyKey, callerOf(ip))
    : refusal(parsed.code);
  return { ...outcome, typed: body };
}

async function join(
  signup: SignupRequest,
  idempotencyKey: string | undefined,
  caller: string,
): Promise<Outcome<SignupResponse>> {
  try {
    redis ??= connectRedis();
    const consentText = JSON.parse(await readBuilt('consent.json'));
    const attempt = { signup, idempotencyKey, caller, consentText, ...readSettings() };
    const isProgram = signup[HONEYPOT] !== undefined;
    const result = await (isProgram ? pretendToJoin : joinQueue)(redis, attempt);
    if (!('referralCode' in result)) return refusal(ERRORS[result.outcome], result);
    const { outcome, ...answer } = result;
    const name = isProgram ? 'honeypot' : outcome;
    return { name, status: 200, answer: { success: true, ...answer } };
  } catch (error) {
    return refusal('unavailable', { cause: redisFailure(error) });
  }
}
