import { CREDIT, LEAVE_WAVE } from './credit.lua.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { type NoStatus, readNoStatus, type StatusRequest } from './read-status.ts';
import { RECORD } from './record.lua.ts';

/**
 * The inviter goes back, since a score counts the friends on the list: else joining and leaving again
 * and again would move the inviter up each time. Friends keep their positions, and the code in
 * their records, which is no member's any more.
 *
 * One script, so that nobody is in the queue without a record, or credited for a friend who left.
 *
 * KEYS  queue, admitted, members, phones, waves, {waitlist}:status-requests:<ip>
 * ARGV  referral code, status token ('' for an operator), status requests allowed in a window (0 for
 *       no limit), its seconds
 *
 * Replies: {'erased'}
 *          {'rate_limited', seconds}   until the window ends
 *          {'unknown_member'}            nobody has this code with this token; nothing was changed
 */
const eraseScript = luaScript(`${SECONDS_TO_WAIT}${RECORD}${CREDIT}${LEAVE_WAVE}
local queue, admitted, members, phones, waves, requests = unpack(KEYS)
local code, token = ARGV[1], ARGV[2]

local wait = secondsToWait(requests, tonumber(ARGV[3]), tonumber(ARGV[4]))
if wait then return {'rate_limited', wait} end
local record = redis.call('HGET', members, code)
if not record or token ~= '' and textOf(record, 'token') ~= token then return {'unknown_member'} end

local phone, inviter = textOf(record, 'phone') or '', textOf(record, 'inviter')
if redis.call('HGET', phones, phone) == code then redis.call('HDEL', phones, phone) end
redis.call('ZREM', queue, code)
local wave = redis.call('ZREM', admitted, code) == 1 and textOf(record, 'wave')
if wave then leaveWave(waves, wave, 1) end
redis.call('HDEL', members, code)
if inviter then credit(queue, admitted, inviter, -1) end
return {'erased'}
`);

/**
 * Erases the member with a code, in one request to Redis, so that nothing is left in any key but the
 * code in the records of friends: for a visitor, who needs the token, or for an operator, where `asked`
 * is not given. Throws when Redis fails.
 */
export async function eraseMember(
  redis: ScriptRedis,
  code: string,
  asked?: StatusRequest,
): Promise<{ outcome: 'erased' } | NoStatus> {
  const { queue, admitted, members, phones, waves, statusRequests } = KEYS;
  const { statusToken = '', caller = '', limit = 0, windowSeconds = 0 } = asked ?? {};
  const keys = [queue, admitted, members, phones, waves, statusRequests(caller)];
  const reply = await eraseScript(redis, keys, [code, statusToken, limit, windowSeconds]);
  return Array.isArray(reply) && reply[0] === 'erased'
    ? { outcome: 'erased' }
    : readNoStatus(reply);
}
