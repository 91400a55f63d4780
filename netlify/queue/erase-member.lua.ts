/**
 * Erases a member, so that nothing is left in any key but the code in the records of friends. The
 * inviter goes back, since a score counts the friends on the list: else joining and leaving again and
 * again would move the inviter up each time. Friends keep their positions.
 *
 * One script, so that nobody is in the queue without a record, or credited for a friend who left.
 *
 * ARGV  referral code, status token ('' for an operator), status requests allowed in a window (0 for
 *       no limit), its seconds
 *
 * Replies: {'erased'}
 *          {'rate_limited', seconds}   until the window ends
 *          {'unknown_member'}          nobody has this code with this token; nothing was changed
 */
export const ERASE_MEMBER = `
local code, token = ARGV[1], ARGV[2]

local refusal = refuseAbove(ARGV[3], ARGV[4])
if refusal then return refusal end
local record = readRecord(code)
local isKnown = redis.call('HEXISTS', members, code) == 1
if not isKnown or token ~= '' and record.token ~= token then return {'unknown_member'} end

local phone = record.phone or ''
if redis.call('HGET', phones, phone) == code then redis.call('HDEL', phones, phone) end
redis.call('ZREM', queue, code)
local wasAdmitted = redis.call('ZREM', admitted, code) == 1
if wasAdmitted and record.wave then leaveWave(record.wave, 1) end
redis.call('HDEL', members, code)
if record.inviter then credit(record.inviter, -1) end
return {'erased'}
`;
