// The parts of the visit that only React needs.

import { isSameStatusKey, type StatusKey } from '../shared/links.ts';
import { forgetMember, removeQuery, setMemberUrl } from './member.ts';
import { forgetSignup } from './signup-fields.ts';
import type { ShownStatus, StatusSheet } from './visit.ts';
import type { JoinedMember, MemberStatus } from './waitlist-api.ts';

export function showStatus(statusKey: StatusKey | undefined, status: StatusSheet['status']): void {
  window.visit.update({ sheet: { kind: 'status', statusKey, status } });
}

/**
 * Shows the status of a member, who is remembered if the response to the signup has a status token. Until then, the
 * signup can be repeated.
 */
export function showJoined({ statusKey, ...status }: JoinedMember): void {
  const { referralCode, firstName, position } = status;
  setMemberUrl(referralCode, statusKey && { statusKey, firstName, position });
  showStatus(statusKey, { ...status, previousPosition: position });
  forgetSignup();
}

/** Shows what a status request has found; `last` is the status shown until now. */
export function showFound(statusKey: StatusKey, found: MemberStatus, last?: ShownStatus): void {
  const { member } = window.visit.state;
  const { referralCode } = statusKey;
  const { position } = found;
  const own = isSameStatusKey(member?.statusKey, statusKey) ? member : undefined;
  const firstName = own?.firstName ?? '';
  const previousPosition = last?.previousPosition ?? own?.position ?? position;
  // Keep another member's status link in the URL: their referral link wouldn't show it after a reload.
  if (own || !member) setMemberUrl(referralCode, { statusKey, firstName, position });
  showStatus(statusKey, { ...last, ...found, referralCode, firstName, previousPosition });
}

/** Forgets a member who left. A 404 to a status request forgets nobody: the database may be the wrong one for a while. */
export function showLeft(statusKey: StatusKey): void {
  if (isSameStatusKey(window.visit.state.member?.statusKey, statusKey)) forgetMember();
  // Otherwise visitors might copy this member's link.
  removeQuery();
  showStatus(statusKey, 'left');
}
