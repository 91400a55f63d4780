import type { Context } from '@netlify/functions';
import type { Redis } from '@upstash/redis';
import type { StatusError, StatusResponse } from '../../src/waitlist/shared/status.ts';
import { callerOf } from '../http/caller.ts';
import { jsonReply, logOutcome, type Outcome } from '../http/outcome.ts';
import { noStatus, readStatusRequest, refused } from '../http/status-request.ts';
import { readStatus } from '../queue/read-status.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

type StatusOutcome = Outcome<'found' | 'admitted' | StatusError, StatusResponse>;

let redis: Redis | undefined;

/** POST a StatusKey, get a StatusResponse: her position now, or that she was let in; nobody else is told. */
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
  const read = await readStatusRequest(request);
  if (!('statusKey' in read)) return read;
  try {
    redis ??= connectRedis();
    const asked = { ...read.statusKey, caller: callerOf(ip), ...readSettings() };
    const result = await readStatus(redis, asked);
    if (result.outcome === 'unknown' || result.outcome === 'limited') return noStatus(result);
    const { outcome: name, ...told } = result;
    return { status: 200, name, answer: { success: true, ...told } };
  } catch (error) {
    return { ...refused('unavailable'), cause: redisFailure(error) };
  }
}
