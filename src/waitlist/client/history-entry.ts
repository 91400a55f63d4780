/** What this page wrote into the history entry; a reload keeps it. */
interface OwnEntry {
  /** This page wrote the address: nobody was invited by it. */
  isOwn: true;
  /** CODE.TOKEN, where no storage took the member. */
  keyText?: string | undefined;
}

export const readEntry = (): Partial<OwnEntry> => Object(history.state);

/** Replaces the address, and fires the event that replaceState does not. */
export function replaceAddress(address: string, keyText?: string): void {
  const entry: OwnEntry = { isOwn: true, keyText };
  history.replaceState(entry, '', address);
  dispatchEvent(new Event('hashchange'));
}
