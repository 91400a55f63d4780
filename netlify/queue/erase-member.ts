import type { StatusRequest } from './read-status.ts';
import { RATE_LIMITED, type Waitlist, waitlistScript } from './waitlist-script.ts';

/**
 * Erases a member, so that nothing is left in any key but the code in the records of friends. The
 * referrer goes back, since a score counts the friends on the list: else joining and leaving again and
 * again would move the referrer up each time. Friends keep their positions.
 *
 * One script, so that nobody is in the queue without a record, or credited for a friend who left.
 *
 * ARGV  'operator', referral code
 *       'member', referral code, status token, status requests allowed in a window (0 for no limit), its
 *       seconds
 *
 * Replies: {'erased'}
 *          {'rate_limited', seconds}   until the window ends
 *          {'unknown_member'}          nobody has this code with this token; nothing was changed
 */
const ERASE_MEMBER = `
local isMember, code, token = ARGV[1] == 'member', ARGV[2], ARGV[3]

if isMember then
  local refusal = refuseAboveLimit(ARGV[4], ARGV[5])
  if refusal then return refusal end
end
local record = readRecord(code)
if redis.call('HEXISTS', members, code) == 0 then return {'unknown_member'} end
if isMember and record.token ~= token then return {'unknown_member'} end

local phone = record.phone or ''
if redis.call('HGET', phones, phone) == code then redis.call('HDEL', phones, phone) end
redis.call('ZREM', queue, code)
local wasAdmitted = redis.call('ZREM', admitted, code) == 1
if wasAdmitted and record.wave then leaveWave(record.wave, 1) end
redis.call('HDEL', members, code)
if record.referredBy then credit(record.referredBy, -1) end
return {'erased'}
`;

const eraseScript = waitlistScript(ERASE_MEMBER, {
  erased: {},
  unknown_member: {},
  ...RATE_LIMITED,
});

/** Erases the member who has this status key, in one request to Redis. Throws when Redis fails. */
export function eraseMemberByStatusKey(waitlist: Waitlist, request: StatusRequest) {
  const { referralCode, statusToken, rateLimitKey, statusLimit, windowSeconds } = request;
  const args = ['member', referralCode, statusToken, statusLimit, windowSeconds];
  return eraseScript(waitlist, args, waitlist.keys.statusRequests(rateLimitKey));
}

/** Erases the member with this code for an operator, in one request to Redis. Throws when Redis fails. */
export const eraseMember = (waitlist: Waitlist, code: string) =>
  eraseScript(waitlist, ['operator', code]);
