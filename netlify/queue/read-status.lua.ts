import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';
import { RECORD } from './record.lua.ts';

/**
 * The position and score of a code, or that its member was admitted, for a visitor with its token,
 * counted against the caller's limit.
 *
 * One script, so that it is one request to Redis and both are of one moment.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:admitted
 * KEYS[3] {waitlist}:members
 * KEYS[4] {waitlist}:status-requests:<ip>
 *
 * ARGV[1] referral code
 * ARGV[2] status token
 * ARGV[3] status requests allowed in a window; 0 for no limit
 * ARGV[4] length of that window in seconds
 *
 * Replies: {'found', position, score}   the score as a string
 *          {'admitted', score}
 *          {'limited', seconds}         until the window ends
 *          {'unknown'}                  nobody on the list has this code with this token
 */
export const READ_STATUS = `${SECONDS_TO_WAIT}${RECORD}
local queue, admitted, members, requests = unpack(KEYS)
local code, token = ARGV[1], ARGV[2]

local wait = secondsToWait(requests, tonumber(ARGV[3]), tonumber(ARGV[4]))
if wait then return {'limited', wait} end

-- Read all of it in any case: a wrong token then takes as long as a code that nobody has.
local record = redis.call('HGET', members, code) or ''
local score, rank = redis.call('ZSCORE', queue, code), redis.call('ZRANK', queue, code)
local admittedScore = redis.call('ZSCORE', admitted, code)
if textOf(record, 'token') ~= token then return {'unknown'} end
if score then return {'found', rank + 1, score} end
return admittedScore and {'admitted', admittedScore} or {'unknown'}
`;
