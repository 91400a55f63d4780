import { nanoid } from 'nanoid';
import { parseReferralCode, readRef } from '../shared/referral.ts';
import { readSource } from '../shared/source.ts';
import { readEntry } from './address.ts';
import { read, remove, save, TAB } from './storage.ts';

const IDEMPOTENCY_KEY = 'idempotency-key';
const FORM_FIELDS = 'form-fields';
const LINK = 'link';

/** 30 days: docs/decisions/who-invites.md. */
const LINK_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** The newest link: referrer `ref`, source `from`, and when it was opened, `at` (ms). Empty for none. */
function storedLink(): URLSearchParams {
  const link = new URLSearchParams(read(LINK));
  if (Date.now() - Number(link.get('at')) < LINK_LIFETIME_MS) return link;
  remove(LINK);
  return new URLSearchParams();
}

/** Stores referrer and source of an address that was opened; without a new referrer, the source alone. */
export function saveLink(): void {
  const ref = readRef(location.search);
  const from = readSource(location.search);
  if (readEntry().isOwn || !(ref || from)) return;
  const last = storedLink();
  const opened = new URLSearchParams({ ref: ref ?? '', at: `${Date.now()}` });
  const isReferrer = parseReferralCode(ref ?? '') || !parseReferralCode(last.get('ref') ?? '');
  const link = last.has('at') && !(ref && isReferrer) ? last : opened;
  link.set('from', from ?? '');
  save(LINK, `${link}`);
}

/** Referrer and source, each of which may be empty. */
export function readLink(): { referralCode: string; source: string } {
  const link = `${storedLink()}`;
  return { referralCode: readRef(link) ?? '', source: readSource(link) ?? '' };
}

const signupForm = () => document.querySelector<HTMLFormElement>('#signup');
const formFields = () =>
  Array.from(signupForm()?.querySelectorAll<HTMLInputElement>('.field input') ?? []);

/** Stores what the visitor has entered, for the tab alone. */
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
 * The key is the same for every press until a success was shown, from a new tab too: a lost answer
 * would else end in "already on the waitlist" for ever.
 */
export function fillHiddenFields(): void {
  const fields = signupForm()?.elements;
  if (!fields) return;
  const idempotencyKey = /^[\w-]{21}$/.exec(read(IDEMPOTENCY_KEY))?.[0] ?? nanoid();
  save(IDEMPOTENCY_KEY, idempotencyKey);
  for (const [name, text] of Object.entries({ idempotencyKey, ...readLink() })) {
    (fields.namedItem(name) as HTMLInputElement).value = text;
  }
}

/** Makes the next signup a new one. */
export function forgetSignup(): void {
  for (const name of [IDEMPOTENCY_KEY, FORM_FIELDS, LINK]) remove(name);
}
