import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { RECORD } from './record.lua.ts';
import { Unavailable } from './redis.ts';
import { friendsOf } from './referral-code.ts';
import type { Settings } from './settings.ts';

/** A status link that was opened, by whom, and the limit that holds. */
export interface StatusRequest extends Settings, StatusKey {
  /** Whom the limit counts: an address. */
  caller: string;
}

/** Why there is no status: 'unknown_member' for a wrong token as for a code that nobody has. */
export type NoStatus =
  | { outcome: 'rate_limited'; retryAfterSeconds: number }
  | { outcome: 'unknown_member' };

export type StatusResult =
  | { outcome: 'found'; position: number; friendsJoined: number }
  | { outcome: 'admitted'; admitted: true; friendsJoined: number }
  | NoStatus;

/**
 * One script, so that it is one request to Redis and all of it is of one moment.
 *
 * KEYS  queue, admitted, members, {waitlist}:status-requests:<ip>
 * ARGV  referral code, status token, status requests allowed in a window (0 for no limit), its seconds
 *
 * Replies: {'found', position, score}   the score as a string
 *          {'admitted', score}
 *          {'rate_limited', seconds}         until the window ends
 *          {'unknown_member'}                  nobody on the list has this code with this token
 */
const statusScript = luaScript(`${SECONDS_TO_WAIT}${RECORD}
local queue, admitted, members, requests = unpack(KEYS)
local code, token = ARGV[1], ARGV[2]

local wait = secondsToWait(requests, tonumber(ARGV[3]), tonumber(ARGV[4]))
if wait then return {'rate_limited', wait} end

-- Read all of it in any case: a wrong token then takes as long as a code that nobody has.
local record = redis.call('HGET', members, code) or ''
local score, rank = redis.call('ZSCORE', queue, code), redis.call('ZRANK', queue, code)
local admittedScore = redis.call('ZSCORE', admitted, code)
if textOf(record, 'token') ~= token then return {'unknown_member'} end
if score then return {'found', rank + 1, score} end
return admittedScore and {'admitted', admittedScore} or {'unknown_member'}
`);

/**
 * A member's position at this moment, or that the member was admitted, in one request to Redis. Code
 * and score tell how many friends joined. Throws when Redis fails.
 */
export async function readStatus(
  redis: ScriptRedis,
  { referralCode, statusToken, caller, limit, windowSeconds }: StatusRequest,
): Promise<StatusResult> {
  const keys = [KEYS.queue, KEYS.admitted, KEYS.members, KEYS.statusRequests(caller)];
  const args = [referralCode, statusToken, limit, windowSeconds];
  const reply = await statusScript(redis, keys, args);
  const [outcome, first, score] = Array.isArray(reply) ? reply : [];
  if (outcome === 'found' && Number.isInteger(first)) {
    return { outcome, position: first, friendsJoined: friendsOf(referralCode, Number(score)) };
  }
  if (outcome === 'admitted' && typeof first === 'string') {
    return { outcome, admitted: true, friendsJoined: friendsOf(referralCode, Number(first)) };
  }
  return readNoStatus(reply);
}

/** Reads the replies that the scripts behind a status link have in common; throws for any other. */
export function readNoStatus(reply: unknown): NoStatus {
  const [outcome, seconds] = Array.isArray(reply) ? reply : [];
  if (outcome === 'rate_limited' && Number.isInteger(seconds)) {
    return { outcome, retryAfterSeconds: seconds };
  }
  if (outcome === 'unknown_member') return { outcome };
  throw new Unavailable('Redis answered something that is no reply of the script');
}
