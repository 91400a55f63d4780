import type { Result } from '../../src/waitlist/shared/contract.ts';
import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import {
  type LimitedWaitlist,
  limitedScript,
  toRefusal,
  type Waitlist,
} from './waitlist-script.ts';

/**
 * Erases a member, so that nothing is left in any key but the code in the records of friends. The
 * referrer goes back, since a score counts the friends on the list: otherwise joining and leaving again
 * and again would move the referrer up each time. Friends keep their positions.
 *
 * One script, so that nobody is in the queue without a record, or credited for a friend who left.
 *
 * ARGV  'operator', referral code
 *       'member', referral code, status token
 *
 * Replies: {'erased'}
 *          {'unknown_member'}   nobody has this code with this token; nothing was changed
 */
const ERASE_MEMBER = `
local isMember, code, token = ARGV[1] == 'member', ARGV[2], ARGV[3]

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

const eraseScript = limitedScript(ERASE_MEMBER, { erased: {}, unknown_member: {} });

/** Erases the member who has this status key, in one request to Redis. Throws Unavailable when Redis fails. */
export function eraseMemberByStatusKey(
  waitlist: LimitedWaitlist,
  { referralCode, statusToken }: StatusKey,
): Promise<Result<object>> {
  return erase(waitlist, ['member', referralCode, statusToken]);
}

/** Erases the member with this code for an operator, in one request to Redis. Throws Unavailable when Redis fails. */
export const eraseMember = (waitlist: Waitlist, code: string) =>
  erase(waitlist, ['operator', code]);

async function erase(
  waitlist: Waitlist | LimitedWaitlist,
  args: string[],
): Promise<Result<object>> {
  const reply = await eraseScript(waitlist, args);
  return reply.outcome === 'erased' ? { ok: true } : toRefusal(reply);
}
