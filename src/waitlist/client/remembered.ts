import { nanoid } from 'nanoid';

const SPOT = 'spot';
const KEY = 'idempotency-key';

/** Who joined in this browser: enough to greet her and to ask for her position. */
export interface Remembered {
  code: string;
  firstName: string;
}

export function remember({ code, firstName }: Remembered): void {
  write(SPOT, `${code} ${firstName}`);
}

/** Who joined here last; undefined for nobody, or where nothing can be kept. */
export function recall(): Remembered | undefined {
  const [, code, firstName] = /^(\w{15}) (.+)/s.exec(read(SPOT)) ?? [];
  return code && firstName ? { code, firstName } : undefined;
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

/** Empty where there is nothing, or no storage: some in-app browsers refuse even to be asked for it. */
function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Without a text, takes the old one away. What cannot be kept, in a storage that is full, is not. */
function write(name: string, text?: string): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {}
}
