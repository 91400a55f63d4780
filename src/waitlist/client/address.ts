import { statusAddress } from '../shared/status-link.ts';

/** What this page wrote into the history entry; a reload keeps it. */
interface OwnEntry {
  /** This page wrote the address: nobody was invited by it. */
  isOwn: true;
  /** CODE.TOKEN, where no storage took the member. */
  statusKeyText: string | undefined;
}

export const readEntry = (): Partial<OwnEntry> => history.state ?? {};

/** Makes the address that of a member's status, and fires the event that replaceState does not. */
export function showStatusAddress(referralCode: string, statusKeyText?: string): void {
  const entry: OwnEntry = { isOwn: true, statusKeyText };
  history.replaceState(entry, '', statusAddress(referralCode));
  dispatchEvent(new Event('hashchange'));
}

/** Takes the query, which may name a member, out of the address; the hash stays. */
export function removeQuery(): void {
  history.replaceState(null, '', `/${location.hash}`);
}
