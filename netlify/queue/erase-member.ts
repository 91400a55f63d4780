import { ERASE_MEMBER } from './erase-member.lua.ts';
import type { StatusRequest } from './read-status.ts';
import { RATE_LIMITED, type Waitlist, waitlistScript } from './waitlist-script.ts';

const eraseScript = waitlistScript(ERASE_MEMBER, {
  erased: {},
  unknown_member: {},
  ...RATE_LIMITED,
});

/**
 * Erases the member with a code, in one request to Redis: for a visitor, who needs the token, or for an
 * operator, where `asked` is not given. Throws when Redis fails.
 */
export function eraseMember(waitlist: Waitlist, code: string, asked?: StatusRequest) {
  if (!asked) return eraseScript(waitlist, [code, '', 0, 0]);
  const { statusToken, caller, statusLimit, windowSeconds } = asked;
  const counter = waitlist.keys.statusRequests(caller);
  return eraseScript(waitlist, [code, statusToken, statusLimit, windowSeconds], counter);
}
