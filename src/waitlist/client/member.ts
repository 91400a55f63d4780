import { referralLink } from '../shared/referral.ts';
import { type StatusKey, toStatusKey } from '../shared/status-link.ts';
import { read, remove, STORAGES, save, TAB_STORAGES, tryTo } from './storage.ts';

const MEMBER = 'member';

/** The member that this browser remembers. */
export interface Member {
  statusKey: StatusKey;
  /** Empty if someone opened a status link, which may be anyone's, so only this tab stores the member. */
  firstName: string;
  /** Undefined once the member is admitted. */
  position?: number | undefined;
}

/** What this page stores in history.state; a reload keeps it. */
interface HistoryEntry {
  /** This page wrote the URL, so nobody opened it as a link. */
  isOwn?: true;
  /** The form was sent from here. */
  isSent?: true;
  /** The member's JSON if no storage accepted it. */
  member?: string | undefined;
}

export const readEntry = (): HistoryEntry => history.state ?? {};

export const writeEntry = (entry: HistoryEntry, url?: string) =>
  tryTo(() => history.replaceState(entry, '', url));

export const readMember = () => parseMember(read(MEMBER)) ?? parseMember(readEntry().member);

/** Returns undefined unless this page stored the text. */
export function parseMember(text = ''): Member | undefined {
  try {
    const { statusKey: stored, firstName, position } = JSON.parse(text);
    const statusKey = toStatusKey(stored.referralCode, stored.statusToken);
    const isOurs = typeof firstName === 'string' && (position === undefined || position > 0);
    return statusKey && isOurs ? { statusKey, firstName, position } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a storage accepted the member. */
export const saveMember = (member: Member) =>
  save(MEMBER, JSON.stringify(member), member.firstName ? STORAGES : TAB_STORAGES);

/** Changes the URL to the referral link, since visitors copy it, and stores the member if there is one. */
export function remember(referralCode: string, member?: Member): void {
  const isStored = member && saveMember(member);
  const entry: HistoryEntry = {
    isOwn: true,
    member: isStored ? undefined : JSON.stringify(member),
  };
  writeEntry(entry, `${referralLink('', referralCode)}#spot`);
}

export const removeMember = () => remove(MEMBER);

/** Removes the query, which may name a member, from the URL, but keeps the hash. */
export const removeQuery = () => writeEntry({}, `/${location.hash}`);
