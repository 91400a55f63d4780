import { CREDIT, LEAVE_WAVE } from './credit.lua.ts';
import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { RECORD } from './record.lua.ts';

/**
 * Erases a member for a visitor with the status token, counted against the caller's limit like a status
 * request, or for an operator, who needs no token. The inviter goes back, since a score counts the
 * friends on the list: else joining and leaving again and again would be worth five positions each
 * time. Friends keep their positions, and the code in their records, which is no member's any more.
 *
 * One script, so that nobody is ever in the queue without a record, or credited for a friend who left.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:admitted
 * KEYS[3] {waitlist}:members
 * KEYS[4] {waitlist}:phones
 * KEYS[5] {waitlist}:waves
 * KEYS[6] {waitlist}:status-requests:<ip>
 *
 * ARGV[1] referral code
 * ARGV[2] status token, or an empty string for an operator
 * ARGV[3] status requests allowed in a window; 0 for no limit
 * ARGV[4] length of that window in seconds
 *
 * Replies: {'erased'}
 *          {'limited', seconds}   until the window ends
 *          {'unknown'}            nobody has this code with this token; nothing was changed
 */
export const ERASE_MEMBER = `${SECONDS_TO_WAIT}${RECORD}${CREDIT}${LEAVE_WAVE}
local queue, admitted, members, phones, waves, requests = unpack(KEYS)
local code, token = ARGV[1], ARGV[2]

local wait = secondsToWait(requests, tonumber(ARGV[3]), tonumber(ARGV[4]))
if wait then return {'limited', wait} end
local record = redis.call('HGET', members, code)
if not record or token ~= '' and textOf(record, 'token') ~= token then return {'unknown'} end

local phone, inviter = textOf(record, 'phone') or '', textOf(record, 'inviter')
if redis.call('HGET', phones, phone) == code then redis.call('HDEL', phones, phone) end
redis.call('ZREM', queue, code)
local wave = redis.call('ZREM', admitted, code) == 1 and textOf(record, 'wave')
if wave then leaveWave(waves, wave, 1) end
redis.call('HDEL', members, code)
if inviter then credit(queue, admitted, inviter, -1) end
return {'erased'}
`;
