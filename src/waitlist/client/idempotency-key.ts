import { nanoid } from 'nanoid';

const NAME = 'idempotency-key';
let key: string | undefined;

/**
 * The key of the signup under way: the same for every press of the button until a success was
 * shown, and after a reload too where the browser keeps a session.
 */
export function currentKey(): string {
  key ??= storage()?.getItem(NAME) ?? nanoid();
  storage()?.setItem(NAME, key);
  return key;
}

/** Makes the next signup a new one. */
export function forgetKey(): void {
  key = undefined;
  storage()?.removeItem(NAME);
}

/** Some in-app browsers refuse even to be asked for their storage. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
