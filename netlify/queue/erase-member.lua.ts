import { CREDIT, LEAVE_WAVE } from './count.lua.ts';
import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { TEXT_OF } from './record.ts';

/**
 * Erases a member for whoever has her token, counted against the caller's limit like a status request,
 * or for the lab, which needs none. Her inviter goes back, since a score counts the friends in line:
 * else joining and leaving again and again would be worth five each time. Friends keep their positions,
 * and her code in their records, where it is nobody's; the days keep counting her, as who joined.
 *
 * One script, so that nobody is ever in line without a record, or credited for somebody who left.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:members
 * KEYS[3] {waitlist}:phones
 * KEYS[4] {waitlist}:trapped:           the beginning of {waitlist}:trapped:<phone>
 * KEYS[5] {waitlist}:admitted
 * KEYS[6] {waitlist}:waves
 * KEYS[7] {waitlist}:status-requests:<ip>
 *
 * ARGV[1] referral code
 * ARGV[2] status token, or an empty string for the lab
 * ARGV[3] status requests allowed in a window; 0 for no limit
 * ARGV[4] length of that window in seconds
 *
 * Replies: {'erased'}
 *          {'limited', seconds}   until the window ends
 *          {'unknown'}            nobody has this code with this token; nothing was changed
 */
export const ERASE_MEMBER = `${SECONDS_TO_WAIT}${TEXT_OF}${CREDIT}${LEAVE_WAVE}
local queue, members, phones, trapped, admitted, waves, requests = unpack(KEYS)
local code, token = ARGV[1], ARGV[2]

local wait = secondsToWait(requests, tonumber(ARGV[3]), tonumber(ARGV[4]))
if wait then return {'limited', wait} end
local record = redis.call('HGET', members, code)
if not record or token ~= '' and textOf(record, 'token') ~= token then return {'unknown'} end

local phone, inviter = textOf(record, 'phone') or '', textOf(record, 'inviter')
-- Only the record tells her phone. The hash tag keeps the key in the slot, and Upstash runs a script
-- that makes one (https://upstash.com/docs/redis/commands/scripting/eval). First, so that a database
-- that does not has nothing half done.
redis.call('DEL', trapped .. phone)
if redis.call('HGET', phones, phone) == code then redis.call('HDEL', phones, phone) end
redis.call('ZREM', queue, code)
local wave = redis.call('ZREM', admitted, code) == 1 and textOf(record, 'wave')
if wave then leaveWave(waves, wave, 1) end
redis.call('HDEL', members, code)
if inviter then credit(queue, admitted, inviter, -1) end
return {'erased'}
`;
