import type { Context } from '@netlify/functions';
import type { Redis } from '@upstash/redis';
import type { LeaveResponse, SpotError } from '../../src/waitlist/shared/status.ts';
import type { WayBack } from '../../src/waitlist/shared/way-back.ts';
import { callerOf } from '../http/caller.ts';
import { jsonReply, logOutcome, type Outcome } from '../http/outcome.ts';
import { isFormPost } from '../http/read-request.ts';
import { leavePage } from '../http/reply-page.ts';
import { noSpot, readWayBack, refused } from '../http/spot-request.ts';
import { eraseMember } from '../queue/erase-member.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

type LeaveOutcome = Outcome<'left' | SpotError, LeaveResponse>;

let redis: Redis | undefined;

/** POST a WayBack, and she is off the list; a form without script gets a page that says so. */
export default async function waitlistLeave(request: Request, context: Context): Promise<Response> {
  const started = performance.now();
  const outcome = await leave(request, context.ip);
  logOutcome('waitlist-leave', outcome, performance.now() - started);
  return isFormPost(request) ? leavePage(outcome) : jsonReply(outcome);
}

async function leave(request: Request, ip: string): Promise<LeaveOutcome> {
  const read = await readWayBack(request);
  if (!('wayBack' in read)) return read;
  return { ...(await takeOff(read.wayBack, ip)), typed: read.wayBack };
}

async function takeOff(wayBack: WayBack, ip: string): Promise<LeaveOutcome> {
  try {
    redis ??= connectRedis();
    const asked = { ...wayBack, caller: callerOf(ip), ...readSettings() };
    const result = await eraseMember(redis, asked.referralCode, asked);
    if (result.outcome !== 'erased') return noSpot(result);
    return { status: 200, name: 'left', answer: { success: true } };
  } catch (error) {
    return { ...refused('unavailable'), cause: redisFailure(error) };
  }
}
