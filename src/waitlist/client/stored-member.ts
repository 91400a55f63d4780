import { parseStatusKey } from '../shared/status-link.ts';
import { readEntry, showStatusAddress } from './address.ts';
import { BROWSER, read, remove, save, TAB } from './storage.ts';

const MEMBER = 'member';
const ADMITTED = 'admitted';

interface StoredMember {
  /** CODE.TOKEN: formatStatusKey in shared/status-link.ts. */
  statusKeyText: string;
  /** Empty where the member did not join in this browser but opened a status link. */
  firstName: string;
  /** None once the member was admitted. */
  position?: number | undefined;
}

/**
 * Stores the member, and makes the address the referral link, since visitors copy it. A status link
 * that was opened may be anybody's: its member is stored for the tab alone.
 */
export function storeMember({ statusKeyText, firstName, position }: StoredMember): void {
  const fields = { statusKeyText, firstName, position: `${position ?? ADMITTED}` };
  const isStored = save(MEMBER, `${new URLSearchParams(fields)}`, firstName ? BROWSER : TAB);
  const { referralCode = '' } = parseStatusKey(statusKeyText) ?? {};
  showStatusAddress(referralCode, isStored ? undefined : statusKeyText);
}

/** Undefined where none is stored, or what is stored is no member. */
export function readMember(): (StoredMember & { isAdmitted: boolean }) | undefined {
  const stored = new URLSearchParams(read(MEMBER));
  const statusKeyText = stored.get('statusKeyText') ?? readEntry().statusKeyText ?? '';
  if (!parseStatusKey(statusKeyText)) return undefined;
  const position = stored.get('position');
  return {
    statusKeyText,
    firstName: stored.get('firstName') ?? '',
    position: Number(position) || undefined,
    isAdmitted: position === ADMITTED,
  };
}

export const removeMember = () => remove(MEMBER);
