import { nanoid } from 'nanoid';
import { forgetLink, readLink } from './opened-link.ts';
import { keep, read, remove, TAB } from './storage.ts';

const KEY = 'idempotency-key';
const TYPED = 'typed';

const typedFields = (form: HTMLFormElement) =>
  Array.from(form.querySelectorAll<HTMLInputElement>('.field input'));

/** The browser itself may have restored some fields; names that the form does not have are skipped. */
export function restoreTyped(form: HTMLFormElement): void {
  const typed = new URLSearchParams(read(TYPED));
  for (const field of typedFields(form)) field.value ||= typed.get(field.name) ?? '';
}

export function keepTyped(form: HTMLFormElement): void {
  const typed = typedFields(form).map(({ name, value }) => [name, value]);
  keep(TYPED, `${new URLSearchParams(typed)}`, TAB);
}

/**
 * The key is the same for every press until a success was shown, from a new tab too: a lost answer
 * would else end in "already on the waitlist" for ever.
 */
export function fillHiddenFields(form: HTMLFormElement): void {
  const idempotencyKey = /^[\w-]{21}$/.exec(read(KEY))?.[0] ?? nanoid();
  keep(KEY, idempotencyKey);
  for (const [name, text] of Object.entries({ idempotencyKey, ...readLink() })) {
    (form.elements.namedItem(name) as HTMLInputElement).value = text;
  }
}

/** Makes the next signup a new one. */
export function forgetSignup(): void {
  for (const name of [KEY, TYPED]) remove(name);
  forgetLink();
}
