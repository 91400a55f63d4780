import { statusAddress, statusKeyFrom } from '../shared/status-link.ts';
import { readEntry, replaceAddress } from './history-entry.ts';
import { keep, read, remove, TAB } from './storage.ts';

const MEMBER = 'member';
const ADMITTED = 'admitted';

export interface StoredMember {
  /** CODE.TOKEN: formatStatusKey in shared/status-link.ts. */
  keyText: string;
  /** Empty where the member did not join in this browser but opened a status link. */
  firstName: string;
  /** None once the member was admitted. */
  position?: number | undefined;
}

/**
 * Keeps the member, and makes the address the referral link, since visitors copy it. A status link
 * that was opened may be anybody's: its member is kept for the tab alone.
 */
export function storeMember({ keyText, firstName, position }: StoredMember): void {
  const text = `${keyText}#${position ?? ADMITTED} ${firstName}`;
  const isKept = keep(MEMBER, text, firstName ? undefined : TAB);
  const { referralCode = '' } = statusKeyFrom(keyText) ?? {};
  replaceAddress(statusAddress(referralCode), isKept ? undefined : keyText);
}

/** Undefined for none, or for another member than `asked`. */
export function readMember(asked?: string): (StoredMember & { isAdmitted: boolean }) | undefined {
  const kept = /^(\w{15}\.\w{10})(?:#(\w+))? (.*)/s.exec(read(MEMBER));
  const [, keyText = readEntry().keyText, position, firstName = ''] = kept ?? [];
  if (!keyText || (asked !== undefined && asked !== keyText)) return undefined;
  const isAdmitted = position === ADMITTED;
  return { keyText, firstName, position: Number(position) || undefined, isAdmitted };
}

export const removeMember = () => remove(MEMBER);
