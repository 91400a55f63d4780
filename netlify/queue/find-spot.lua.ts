import { SECONDS_TO_WAIT } from './seconds-to-wait.lua.ts';

/**
 * Where a code stands in line, counted against the caller's limit like a signup.
 *
 * One script, so that it is one request to Redis and place and total are of one moment.
 *
 * KEYS[1] {waitlist}:queue        sorted set, referral code -> score
 * KEYS[2] {waitlist}:looks:<ip>   looks in the current window, with an expiry
 *
 * ARGV[1] referral code
 * ARGV[2] looks allowed in a window; 0 for no limit
 * ARGV[3] length of that window in seconds
 *
 * Replies: {'found', position, score, total}   the score as a string
 *          {'limited', seconds}                until the window ends
 *          {'unknown'}                         nobody in line has this code
 */
export const FIND_SPOT = `${SECONDS_TO_WAIT}
local queue, looks, code = KEYS[1], KEYS[2], ARGV[1]

local wait = secondsToWait(looks, tonumber(ARGV[2]), tonumber(ARGV[3]))
if wait then return {'limited', wait} end

local score = redis.call('ZSCORE', queue, code)
if not score then return {'unknown'} end
return {'found', redis.call('ZRANK', queue, code) + 1, score, redis.call('ZCARD', queue)}
`;
