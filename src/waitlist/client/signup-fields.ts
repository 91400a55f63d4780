import { readAttribution, removeAttribution } from './attribution.ts';
import { read, remove, save, TAB } from './storage.ts';

const IDEMPOTENCY_KEY = 'idempotency-key';
const FORM_FIELDS = 'form-fields';

const signupForm = () => document.querySelector<HTMLFormElement>('#signup');

/** Stores what the visitor has entered, for this tab only. */
export function saveFormFields(): void {
  const entered = Array.from(new FormData(signupForm() ?? undefined)) as [string, string][];
  save(FORM_FIELDS, `${new URLSearchParams(entered)}`, TAB);
}

export function restoreFormFields(): void {
  const entered = new URLSearchParams(read(FORM_FIELDS));
  // Clears what the browser may have restored from before a success.
  if (!`${entered}`) signupForm()?.reset();
  for (const field of document.querySelectorAll<HTMLInputElement>('.field input, .consent input')) {
    const text = entered.get(field.name) ?? '';
    // A box whose text has changed stays unchecked.
    if (field.type === 'checkbox') field.checked ||= field.value === text;
    else field.value ||= text;
  }
}

/**
 * The key stays the same until a success is shown, even in a new tab. Otherwise a lost response would
 * end in "already on the waitlist" forever.
 */
export function fillHiddenFields(): void {
  const idempotencyKey =
    read(IDEMPOTENCY_KEY) || crypto.getRandomValues(new Uint32Array(4)).join('-');
  save(IDEMPOTENCY_KEY, idempotencyKey);
  const values: Record<string, string> = { idempotencyKey, ...readAttribution() };
  for (const field of document.querySelectorAll<HTMLInputElement>('#signup [type=hidden]'))
    field.value = values[field.name] ?? '';
}

/** Makes the next signup a new one. */
export function forgetSignup(): void {
  for (const name of [IDEMPOTENCY_KEY, FORM_FIELDS]) remove(name);
  removeAttribution();
}
