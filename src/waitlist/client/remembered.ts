import { nanoid } from 'nanoid';

const SPOT = 'spot';
const KEY = 'idempotency-key';

/** Whose spot this browser knows: enough to greet her, to ask for her position, and to leave. */
export interface Remembered {
  /** CODE.TOKEN: shared/status-link.ts. */
  spot: string;
  /** Empty where she came by her way back. */
  firstName: string;
  /** As she saw it last. */
  position?: number | undefined;
}

export function remember({ spot, firstName, position }: Remembered): void {
  write(SPOT, `${spot}${position ? `#${position}` : ''} ${firstName}`);
}

/**
 * Who joined here last; undefined for nobody, where nothing can be kept, or where hers is another spot
 * than `asked`.
 */
export function recall(asked?: string): Remembered | undefined {
  const kept = /^(\w{15}\.\w{10})(?:#(\d+))? (.*)/s.exec(read(SPOT));
  const [, spot, position, firstName = ''] = kept ?? [];
  if (asked !== undefined && asked !== spot) return undefined;
  return spot ? { spot, firstName, position: Number(position) || undefined } : undefined;
}

export function forget(): void {
  write(SPOT);
}

/** The key of this page, for a browser that keeps nothing. */
let key = '';

/**
 * The key of the signup under way: the same for every press of the button until a success was
 * shown, from a new tab too. A lost answer would else end in "already on the waitlist" for ever.
 */
export function currentKey(): string {
  key ||= /^[\w-]{21}$/.exec(read(KEY))?.[0] ?? nanoid();
  write(KEY, key);
  return key;
}

/** Makes the next signup a new one. */
export function forgetKey(): void {
  key = '';
  write(KEY);
}

/**
 * Where a text can be kept: for good, or where that is refused or full, as long as the tab is open.
 * Some in-app browsers refuse even to be asked for one.
 */
const STORAGES = [() => localStorage, () => sessionStorage];

/** Empty where there is nothing, or no storage. */
function read(name: string): string {
  for (const storage of STORAGES) {
    try {
      const text = storage().getItem(name);
      if (text) return text;
    } catch {}
  }
  return '';
}

/** Without a text, takes the old one away. What no storage takes is not kept. */
function write(name: string, text = ''): void {
  let left = text;
  for (const storage of STORAGES) {
    try {
      storage().removeItem(name);
      if (left) storage().setItem(name, left);
      left = '';
    } catch {}
  }
}
