import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import type { RateLimits } from './rate-limits.ts';
import { countReferrals } from './referral-code.ts';
import { RATE_LIMITED, type Waitlist, waitlistScript } from './waitlist-script.ts';

/** A status link that was opened, by whom, and the limit that holds. */
export interface StatusRequest extends StatusKey, Omit<RateLimits, 'attemptLimit'> {
  /** Whom the limit counts: an address. */
  rateLimitKey: string;
}

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
const READ_STATUS = `
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

const statusScript = waitlistScript(READ_STATUS, {
  found: { position: 'integer', score: 'integer' },
  admitted: { score: 'integer' },
  unknown_member: {},
  ...RATE_LIMITED,
});

/**
 * A member's position at this moment, or that the member was admitted, in one request to Redis. Code
 * and score tell how many friends joined. Throws when Redis fails.
 */
export async function readStatus(
  waitlist: Waitlist,
  { referralCode, statusToken, rateLimitKey, statusLimit, windowSeconds }: StatusRequest,
) {
  const args = [referralCode, statusToken, statusLimit, windowSeconds];
  const reply = await statusScript(waitlist, args, waitlist.keys.statusRequests(rateLimitKey));
  if (!('score' in reply)) return reply;
  const { score, ...rest } = reply;
  const referralCount = countReferrals(referralCode, score);
  if (rest.outcome === 'found') return { ...rest, referralCount };
  return { ...rest, admitted: true as const, referralCount };
}
