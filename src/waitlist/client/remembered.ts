import { keep, read, remove, TAB } from './storage.ts';

const MEMBER = 'member';

/** The member that this browser, or this tab, knows. */
export interface Remembered {
  /** CODE.TOKEN: formatStatusKey in shared/status-link.ts. */
  keyText: string;
  /** Empty where the member did not join in this browser but opened a status link. */
  firstName: string;
  /** The position that the member saw last. */
  position?: number | undefined;
}

/** Keeps who joined for good, and who opened a status link for the tab: it may be anybody's. */
export function remember({ keyText, firstName, position }: Remembered): void {
  const text = `${keyText}${position ? `#${position}` : ''} ${firstName}`;
  keep(MEMBER, text, firstName ? undefined : TAB);
}

/** The member who is remembered; undefined for none, or for another one than `asked`. */
export function recall(asked?: string): Remembered | undefined {
  const kept = /^(\w{15}\.\w{10})(?:#(\d+))? (.*)/s.exec(read(MEMBER));
  const [, keyText, position, firstName = ''] = kept ?? [];
  if (!keyText || (asked !== undefined && asked !== keyText)) return undefined;
  return { keyText, firstName, position: Number(position) || undefined };
}

export const forget = () => remove(MEMBER);
