import { ERASE_MEMBER } from './erase-member.lua.ts';
import type { StatusRequest } from './read-status.ts';
import { RATE_LIMITED, type Waitlist, waitlistScript } from './waitlist-script.ts';

const eraseScript = waitlistScript(ERASE_MEMBER, {
  erased: {},
  unknown_member: {},
  ...RATE_LIMITED,
});

/** Erases the member who has this status key, in one request to Redis. Throws when Redis fails. */
export function leaveWaitlist(waitlist: Waitlist, request: StatusRequest) {
  const { referralCode, statusToken, caller, statusLimit, windowSeconds } = request;
  const args = ['member', referralCode, statusToken, statusLimit, windowSeconds];
  return eraseScript(waitlist, args, waitlist.keys.statusRequests(caller));
}

/** Erases the member with this code for an operator, in one request to Redis. Throws when Redis fails. */
export const eraseMember = (waitlist: Waitlist, code: string) =>
  eraseScript(waitlist, ['operator', code]);
