import type { Result, StatusSuccess } from '../../src/waitlist/shared/contract.ts';
import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { countReferrals } from './referral-code.ts';
import { type LimitedWaitlist, limitedScript, toRefusal } from './waitlist-script.ts';

/**
 * Reads a member's position, or that the member was admitted.
 *
 * One script, so that it is one request to Redis and all of it is of one moment.
 *
 * ARGV  referral code, status token
 *
 * Replies: {'found', position, score}
 *          {'admitted', score}
 *          {'unknown_member'}   nobody on the list has this code with this token
 */
const READ_STATUS = `
local code, token = ARGV[1], ARGV[2]

-- Read all of it in any case: a wrong token then takes as long as a code that nobody has.
local record = readRecord(code)
local score, rank = redis.call('ZSCORE', queue, code), redis.call('ZRANK', queue, code)
local admittedScore = redis.call('ZSCORE', admitted, code)
if record.token ~= token then return {'unknown_member'} end
if score then return {'found', rank + 1, tonumber(score)} end
return admittedScore and {'admitted', tonumber(admittedScore)} or {'unknown_member'}
`;

const statusScript = limitedScript(READ_STATUS, {
  found: { position: 'integer', score: 'integer' },
  admitted: { score: 'integer' },
  unknown_member: {},
});

/**
 * A member's position at this moment, or that the member was admitted, in one request to Redis. Code
 * and score tell how many friends joined. Throws Unavailable when Redis fails.
 */
export async function readStatus(
  waitlist: LimitedWaitlist,
  { referralCode, statusToken }: StatusKey,
): Promise<Result<StatusSuccess>> {
  const reply = await statusScript(waitlist, [referralCode, statusToken]);
  if (!('score' in reply)) return toRefusal(reply);
  const referralCount = countReferrals(referralCode, reply.score);
  if (reply.outcome === 'admitted') return { ok: true, admitted: true, referralCount };
  return { ok: true, position: reply.position, referralCount };
}
