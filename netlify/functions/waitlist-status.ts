import type { Context } from '@netlify/functions';
import type { Redis } from '@upstash/redis';
import type { StatusResponse } from '../../src/waitlist/shared/status.ts';
import { parseStatusKey } from '../../src/waitlist/shared/status-link.ts';
import { callerOf } from '../http/caller.ts';
import { jsonReply, logOutcome, type Outcome, refusal } from '../http/outcome.ts';
import { readRequest } from '../http/read-request.ts';
import { readStatus, STATUS_ERROR } from '../queue/read-status.ts';
import { connectRedis, redisFailure } from '../queue/redis.ts';
import { readSettings } from '../queue/settings.ts';

let redis: Redis | undefined;

/** POST a StatusKey, get a StatusResponse: the member's position now, or that the member was admitted. */
export default async function waitlistStatus(request: Request, { ip }: Context): Promise<Response> {
  const started = performance.now();
  const outcome = await findMember(request, ip);
  logOutcome('waitlist-status', outcome, started);
  return jsonReply(outcome);
}

async function findMember(request: Request, ip: string): Promise<Outcome<StatusResponse>> {
  const read = await readRequest(request);
  if (!read.ok) return refusal(read.code);
  const statusKey = parseStatusKey(read.body);
  if (!statusKey) return refusal('malformed_link');
  try {
    redis ??= connectRedis();
    const result = await readStatus(redis, {
      ...statusKey,
      caller: callerOf(ip),
      ...readSettings(),
    });
    if (!('friendsJoined' in result)) return refusal(STATUS_ERROR[result.outcome], result);
    const { outcome: name, ...answer } = result;
    return { name, status: 200, answer: { success: true, ...answer } };
  } catch (error) {
    return refusal('unavailable', { cause: redisFailure(error) });
  }
}
