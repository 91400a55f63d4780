// The parts of the visit that only React needs.

import { formatStatusKey, type StatusKey, toStatusKey } from '../shared/status-link.ts';
import { forgetSignup } from './signup-fields.ts';
import { remember, removeMember, removeQuery } from './visit.ts';
import type { MemberStatus, NewMember } from './waitlist-api.ts';

/** Shows the status of a new member, who is remembered if the response has a status token. */
export function showNewMember({ statusToken = '', ...status }: NewMember, firstName: string): void {
  const { referralCode, position } = status;
  const key = toStatusKey(referralCode, statusToken);
  const statusKey = key && formatStatusKey(key);
  forgetSignup();
  remember(referralCode, statusKey ? { statusKey, firstName, position } : undefined);
  const result = { ...status, firstName, before: position };
  window.visit.update({ view: 'status', statusKey, result });
}

export function showAnswer(key: StatusKey, { position, referralCount }: MemberStatus): void {
  const { member, result } = window.visit.getSnapshot();
  const { referralCode } = key;
  const statusKey = formatStatusKey(key);
  const own = member?.statusKey === statusKey ? member : undefined;
  const firstName = own?.firstName ?? '';
  const before = result?.before ?? own?.position ?? position;
  // Keep another member's status link in the URL: their referral link wouldn't show it after a reload.
  if (own || !member) remember(referralCode, { statusKey, firstName, position });
  const shown = { referralCode, firstName, position, before, referralCount };
  window.visit.update({ statusKey, result: shown, isUnanswered: false });
}

/** Forgets a member who left. To a status request, a 404 isn't enough: the database may be the wrong one for a while. */
export function forgetMember(key: StatusKey): void {
  forgetSignup();
  if (window.visit.getSnapshot().member?.statusKey === formatStatusKey(key)) removeMember();
  // Otherwise visitors might copy this member's link.
  removeQuery();
  window.visit.update({ result: undefined });
}
