import type { Context } from '@netlify/functions';
import type { Redis } from '@upstash/redis';
import type { LeaveResponse } from '../../src/waitlist/shared/status.ts';
import { parseStatusKey, type StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { callerOf } from '../http/caller.ts';
import { jsonReply, logOutcome, type Outcome, refusal } from '../http/outcome.ts';
import { isFormPost, readRequest } from '../http/read-request.ts';
import { leavePage } from '../http/reply-page.ts';
import { eraseMember } from '../queue/erase-member.ts';
import { STATUS_ERROR } from '../queue/read-status.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

let redis: Redis | undefined;

/** POST a StatusKey, and the member is off the list; a form post gets a page that says so. */
export default async function waitlistLeave(request: Request, { ip }: Context): Promise<Response> {
  const started = performance.now();
  const outcome = await leave(request, ip);
  logOutcome('waitlist-leave', outcome, started);
  return isFormPost(request) ? leavePage(outcome) : jsonReply(outcome);
}

async function leave(request: Request, ip: string): Promise<Outcome<LeaveResponse>> {
  const read = await readRequest(request);
  if (!read.ok) return refusal(read.code);
  const statusKey = parseStatusKey(read.body);
  if (!statusKey) return refusal('malformed_link');
  return { ...(await erase(statusKey, callerOf(ip))), typed: statusKey };
}

async function erase(statusKey: StatusKey, caller: string): Promise<Outcome<LeaveResponse>> {
  try {
    redis ??= connectRedis();
    const asked = { ...statusKey, caller, ...readSettings() };
    const result = await eraseMember(redis, statusKey.referralCode, asked);
    if (result.outcome !== 'erased') return refusal(STATUS_ERROR[result.outcome], result);
    return { name: 'left', status: 200, answer: { success: true } };
  } catch (error) {
    return refusal('unavailable', { cause: redisFailure(error) });
  }
}
