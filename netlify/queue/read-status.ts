import type { StatusKey } from '../../src/waitlist/shared/status-link.ts';
import { READ_STATUS } from './read-status.lua.ts';
import { friendsOf } from './referral-code.ts';
import type { Settings } from './settings.ts';
import { RATE_LIMITED, type Waitlist, waitlistScript } from './waitlist-script.ts';

/** A status link that was opened, by whom, and the limit that holds. */
export interface StatusRequest extends StatusKey, Omit<Settings, 'attemptLimit'> {
  /** Whom the limit counts: an address. */
  caller: string;
}

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
  { referralCode, statusToken, caller, statusLimit, windowSeconds }: StatusRequest,
) {
  const args = [referralCode, statusToken, statusLimit, windowSeconds];
  const reply = await statusScript(waitlist, args, waitlist.keys.statusRequests(caller));
  if (!('score' in reply)) return reply;
  const { score, ...rest } = reply;
  const friendsJoined = friendsOf(referralCode, score);
  if (rest.outcome === 'found') return { ...rest, friendsJoined };
  return { ...rest, admitted: true as const, friendsJoined };
}
