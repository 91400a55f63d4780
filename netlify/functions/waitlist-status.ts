import type { Context } from '@netlify/functions';
import type { Redis } from '@upstash/redis';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';
import {
  STATUS_ERRORS,
  type StatusError,
  type StatusResponse,
} from '../../src/waitlist/shared/status.ts';
import { callerOf } from '../http/caller.ts';
import { jsonReply, logOutcome, type Outcome } from '../http/outcome.ts';
import { isCrossSite } from '../http/read-request.ts';
import { readStatus } from '../queue/read-status.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

type StatusOutcome = Outcome<'found' | StatusError, StatusResponse>;

let redis: Redis | undefined;

/** GET ?code=, get a StatusResponse: her position of this moment, and nothing that tells who she is. */
export default async function waitlistStatus(
  request: Request,
  context: Context,
): Promise<Response> {
  const started = performance.now();
  const outcome = await findMember(request, context.ip);
  logOutcome('waitlist-status', outcome, performance.now() - started);
  return jsonReply(outcome);
}

async function findMember(request: Request, ip: string): Promise<StatusOutcome> {
  if (request.method !== 'GET') {
    return { ...failed(405, 'wrong_method'), headers: { Allow: 'GET' } };
  }
  if (isCrossSite(request)) return failed(403, 'cross_site');
  const code = parseReferralCode(new URL(request.url).searchParams.get('code') ?? '');
  if (!code) return failed(400, 'malformed_code');
  try {
    redis ??= connectRedis();
    const result = await readStatus(redis, { code, caller: callerOf(ip), ...readSettings() });
    switch (result.outcome) {
      case 'found': {
        const { position, friendsJoined } = result;
        const answer = { success: true as const, position, friendsJoined };
        return { status: 200, name: 'found', answer };
      }
      case 'unknown':
        return failed(404, 'unknown_code');
      case 'limited': {
        const headers = { 'Retry-After': String(result.retryAfterSeconds) };
        return { ...failed(429, 'rate_limited'), headers };
      }
    }
  } catch (error) {
    return { ...failed(503, 'unavailable'), cause: redisFailure(error) };
  }
}

function failed(status: number, code: StatusError): StatusOutcome {
  return { status, name: code, answer: { success: false, error: STATUS_ERRORS[code] } };
}
