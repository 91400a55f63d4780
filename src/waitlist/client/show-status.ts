import { formatStatusKey, type StatusKey, toStatusKey } from '../shared/status-link.ts';
import type { MemberStatus, NewMember } from './waitlist-api.ts';

/** Shows the status of a new member, who is remembered if the answer has a status token. */
export function showNewMember({ statusToken = '', ...status }: NewMember, firstName: string): void {
  const { visit } = window;
  const { referralCode, position } = status;
  const key = toStatusKey(referralCode, statusToken);
  const statusKey = key && formatStatusKey(key);
  visit.forgetSignup();
  const member = { firstName, joinedHere: true, position };
  visit.remember(referralCode, statusKey ? { statusKey, ...member } : undefined);
  visit.showStatus({ ...status, firstName }, statusKey);
}

/** Shows what a status request answered. */
export function showAnswer(key: StatusKey, { position, referralCount }: MemberStatus): void {
  const { visit } = window;
  const { member, result } = visit.getSnapshot();
  const { referralCode } = key;
  const statusKey = formatStatusKey(key);
  const isOther = member && member.statusKey !== statusKey;
  const last = result ?? (isOther ? undefined : member);
  const before = last?.position === position ? result?.before : last?.position;
  const firstName = last?.firstName ?? '';
  // The link to somebody else's status stays: after a reload the referral link wouldn't lead there.
  if (!isOther) {
    const joinedHere = member?.joinedHere ?? false;
    visit.remember(referralCode, { statusKey, firstName, joinedHere, position });
  }
  visit.showStatus({ referralCode, firstName, position, before, referralCount }, statusKey);
}
