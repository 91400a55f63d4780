import type { Context } from '@netlify/functions';
import type { Redis } from '@upstash/redis';
import type { LeaveResponse, StatusError } from '../../src/waitlist/shared/status.ts';
import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { callerOf } from '../http/caller.ts';
import { jsonReply, logOutcome, type Outcome } from '../http/outcome.ts';
import { isFormPost } from '../http/read-request.ts';
import { leavePage } from '../http/reply-page.ts';
import { noStatus, readStatusRequest, refused } from '../http/status-request.ts';
import { eraseMember } from '../queue/erase-member.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

type LeaveOutcome = Outcome<'left' | StatusError, LeaveResponse>;

let redis: Redis | undefined;

/** POST a StatusKey, and she is off the list; a form without script gets a page that says so. */
export default async function waitlistLeave(request: Request, context: Context): Promise<Response> {
  const started = performance.now();
  const outcome = await leave(request, context.ip);
  logOutcome('waitlist-leave', outcome, performance.now() - started);
  return isFormPost(request) ? leavePage(outcome) : jsonReply(outcome);
}

async function leave(request: Request, ip: string): Promise<LeaveOutcome> {
  const read = await readStatusRequest(request);
  if (!('statusKey' in read)) return read;
  return { ...(await takeOff(read.statusKey, ip)), typed: read.statusKey };
}

async function takeOff(statusKey: StatusKey, ip: string): Promise<LeaveOutcome> {
  try {
    redis ??= connectRedis();
    const asked = { ...statusKey, caller: callerOf(ip), ...readSettings() };
    const result = await eraseMember(redis, asked.referralCode, asked);
    if (result.outcome !== 'erased') return noStatus(result);
    return { status: 200, name: 'left', answer: { success: true } };
  } catch (error) {
    return { ...refused('unavailable'), cause: redisFailure(error) };
  }
}
