import { BROWSER, read, remove, save, TAB } from './storage.ts';

const MEMBER = 'member';
const ADMITTED = 'admitted';

export interface StoredMember {
  /** CODE.TOKEN: formatStatusKey in shared/status-link.ts. */
  statusKey: string;
  /** Empty if the member didn't join in this browser. */
  firstName: string;
  /** If false, someone opened a status link, which may be anyone's, so only this tab stores the member. */
  joinedHere: boolean;
  /** Undefined once the member is admitted. */
  position?: number | undefined;
}

/** Returns false if no storage accepts the member. */
export function storeMember({ position, joinedHere, ...member }: StoredMember): boolean {
  const fields = { ...member, joinedHere: `${joinedHere}`, position: `${position ?? ADMITTED}` };
  return save(MEMBER, `${new URLSearchParams(fields)}`, joinedHere ? BROWSER : TAB);
}

/** `fallbackKey` is the status key if nothing is stored. Undefined if there's neither. */
export function readMember(fallbackKey = ''): (StoredMember & { isAdmitted: boolean }) | undefined {
  const stored = new URLSearchParams(read(MEMBER));
  const statusKey = stored.get('statusKey') ?? fallbackKey;
  if (!statusKey) return undefined;
  const position = stored.get('position');
  return {
    statusKey,
    firstName: stored.get('firstName') ?? '',
    joinedHere: stored.get('joinedHere') === 'true',
    position: Number(position) || undefined,
    isAdmitted: position === ADMITTED,
  };
}

export const removeMember = () => remove(MEMBER);
