import type { Position } from '../shared/contract.ts';
import { referralLink, type StatusKey, toStatusKey } from '../shared/links.ts';
import { forgetSignup } from './signup-fields.ts';
import { read, remove, replaceHistory, save, TAB_STORAGES } from './storage.ts';

const MEMBER = 'member';

/** The member that this browser remembers. */
export interface RememberedMember {
  statusKey: StatusKey;
  /** Empty if someone opened a status link, which may be anyone's, so only this tab stores the member. */
  firstName: string;
  position: Position;
}

/** Returns undefined unless this page stored what's under the member's name. */
export function readMember(): RememberedMember | undefined {
  try {
    const { statusKey: stored, firstName, position } = JSON.parse(read(MEMBER));
    const statusKey = toStatusKey(stored.referralCode, stored.statusToken);
    const isOurs = typeof firstName === 'string' && (position === null || position > 0);
    return statusKey && isOurs ? { statusKey, firstName, position } : undefined;
  } catch {
    return undefined;
  }
}

export const saveMember = (member: RememberedMember) =>
  save(MEMBER, JSON.stringify(member), member.firstName ? undefined : TAB_STORAGES);

/** Makes the URL the member's referral link, since visitors copy it, and stores the member if there is one. */
export function setMemberUrl(referralCode: string, member?: RememberedMember): void {
  if (member) saveMember(member);
  replaceHistory({ isWrittenHere: true }, `${referralLink('', referralCode)}#spot`);
}

/** Forgets the member, and a signup that the next visitor on this device would repeat. */
export function forgetMember(): void {
  remove(MEMBER);
  forgetSignup();
}

/** Removes the query, which may name a member, from the URL, but keeps the hash. */
export const removeQuery = () => replaceHistory({}, `/${location.hash}`);
