import { SECONDS_TO_WAIT } from './rate-limit.lua.ts';

/**
 * The position and score of a code, counted against the caller's limit like a signup.
 *
 * One script, so that it is one request to Redis and both are of one moment.
 *
 * KEYS[1] {waitlist}:queue
 * KEYS[2] {waitlist}:status-requests:<ip>
 *
 * ARGV[1] referral code
 * ARGV[2] status requests allowed in a window; 0 for no limit
 * ARGV[3] length of that window in seconds
 *
 * Replies: {'found', position, score}   the score as a string
 *          {'limited', seconds}         until the window ends
 *          {'unknown'}                  nobody in line has this code
 */
export const READ_STATUS = `${SECONDS_TO_WAIT}
local queue, requests, code = KEYS[1], KEYS[2], ARGV[1]

local wait = secondsToWait(requests, tonumber(ARGV[2]), tonumber(ARGV[3]))
if wait then return {'limited', wait} end

local score = redis.call('ZSCORE', queue, code)
if not score then return {'unknown'} end
return {'found', redis.call('ZRANK', queue, code) + 1, score}
`;
