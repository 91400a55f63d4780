import { nanoid } from 'nanoid';
import { readAttribution, removeAttribution } from './attribution.ts';
import { read, remove, save, TAB } from './storage.ts';

const IDEMPOTENCY_KEY = 'idempotency-key';
const FORM_FIELDS = 'form-fields';

const signupForm = () => document.querySelector<HTMLFormElement>('#signup');
const formFields = () =>
  Array.from(signupForm()?.querySelectorAll<HTMLInputElement>('.field input') ?? []);

/** Stores what the visitor has entered, for this tab only. */
export function saveFormFields(): void {
  const entered = formFields().map(({ name, value }) => [name, value]);
  save(FORM_FIELDS, `${new URLSearchParams(entered)}`, TAB);
}

export function restoreFormFields(): void {
  const entered = new URLSearchParams(read(FORM_FIELDS));
  // The browser itself may have restored what was entered before a success.
  if (!`${entered}`) signupForm()?.reset();
  for (const field of formFields()) field.value ||= entered.get(field.name) ?? '';
}

/**
 * The key stays the same until a success was shown, in a new tab too. Otherwise a lost answer would
 * end in "already on the waitlist" for ever.
 */
export function fillHiddenFields(): void {
  const fields = signupForm()?.elements;
  if (!fields) return;
  const idempotencyKey = /^[\w-]{21}$/.exec(read(IDEMPOTENCY_KEY))?.[0] ?? nanoid();
  save(IDEMPOTENCY_KEY, idempotencyKey);
  for (const [name, text] of Object.entries({ idempotencyKey, ...readAttribution() })) {
    (fields.namedItem(name) as HTMLInputElement).value = text;
  }
}

/** Makes the next signup a new one. */
export function forgetSignup(): void {
  for (const name of [IDEMPOTENCY_KEY, FORM_FIELDS]) remove(name);
  removeAttribution();
}
