import { keep, read, remove, TAB } from './storage.ts';

const MEMBER = 'member';

export interface Remembered {
  /** CODE.TOKEN: formatStatusKey in shared/status-link.ts. */
  keyText: string;
  /** Empty where the member did not join in this browser but opened a status link. */
  firstName: string;
  position?: number | undefined;
}

/** A status link that was opened may be anybody's: its member is kept for the tab alone. */
export function remember({ keyText, firstName, position }: Remembered): void {
  const text = `${keyText}${position ? `#${position}` : ''} ${firstName}`;
  keep(MEMBER, text, firstName ? undefined : TAB);
}

/** Undefined for none, or for another member than `asked`. */
export function recall(asked?: string): Remembered | undefined {
  const kept = /^(\w{15}\.\w{10})(?:#(\d+))? (.*)/s.exec(read(MEMBER));
  const [, keyText, position, firstName = ''] = kept ?? [];
  if (!keyText || (asked !== undefined && asked !== keyText)) return undefined;
  return { keyText, firstName, position: Number(position) || undefined };
}

export const forget = () => remove(MEMBER);
