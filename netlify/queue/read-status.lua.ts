/**
 * Reads a member's position, or that the member was admitted.
 *
 * One script, so that it is one request to Redis and all of it is of one moment.
 *
 * ARGV  referral code, status token, status requests allowed in a window (0 for no limit), its seconds
 *
 * Replies: {'found', position, score}
 *          {'admitted', score}
 *          {'rate_limited', seconds}   until the window ends
 *          {'unknown_member'}          nobody on the list has this code with this token
 */
export const READ_STATUS = `
local code, token = ARGV[1], ARGV[2]

local refusal = refuseAboveLimit(ARGV[3], ARGV[4])
if refusal then return refusal end

-- Read all of it in any case: a wrong token then takes as long as a code that nobody has.
local record = readRecord(code)
local score, rank = redis.call('ZSCORE', queue, code), redis.call('ZRANK', queue, code)
local admittedScore = redis.call('ZSCORE', admitted, code)
if record.token ~= token then return {'unknown_member'} end
if score then return {'found', rank + 1, tonumber(score)} end
return admittedScore and {'admitted', tonumber(admittedScore)} or {'unknown_member'}
`;
