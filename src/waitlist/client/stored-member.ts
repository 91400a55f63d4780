import { parseStatusKey } from '../shared/status-link.ts';
import { readEntry, showStatusAddress } from './address.ts';
import { BROWSER, read, remove, save, TAB } from './storage.ts';

const MEMBER = 'member';
const ADMITTED = 'admitted';

interface StoredMember {
  /** CODE.TOKEN: formatStatusKey in shared/status-link.ts. */
  statusKeyText: string;
  /** Empty where the member did not join in this browser. */
  firstName: string;
  /** Else a status link was opened, which may be anybody's: this tab alone stores its member. */
  joinedHere: boolean;
  /** None once the member was admitted. */
  position?: number | undefined;
}

/** Stores the member, and makes the address the referral link, since visitors copy it. */
export function storeMember(member: StoredMember): void {
  const { statusKeyText, firstName, joinedHere } = member;
  const position = `${member.position ?? ADMITTED}`;
  const fields = { statusKeyText, firstName, joinedHere: `${joinedHere}`, position };
  const isStored = save(MEMBER, `${new URLSearchParams(fields)}`, joinedHere ? BROWSER : TAB);
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
    joinedHere: stored.get('joinedHere') === 'true',
    position: Number(position) || undefined,
    isAdmitted: position === ADMITTED,
  };
}

export const removeMember = () => remove(MEMBER);
