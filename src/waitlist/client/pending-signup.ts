import { nanoid } from 'nanoid';
import { readReferralCode } from '../shared/referral.ts';
import { readSource } from '../shared/source.ts';
import { readEntry } from './history-entry.ts';
import { keep, read, remove, TAB } from './storage.ts';

const KEY = 'idempotency-key';
const TYPED = 'typed';
const LINK = 'link';

/** 30 days: docs/decisions/who-invites.md. */
const LINK_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The newest link: inviter `ref`, source `from`, and when it was opened, `at` (ms). Empty for none. */
function keptLink(): URLSearchParams {
  const link = new URLSearchParams(read(LINK));
  if (Date.now() - Number(link.get('at')) < LINK_KEPT_MS) return link;
  remove(LINK);
  return new URLSearchParams();
}

/** Keeps inviter and source of an address that was opened; without an inviter, the source alone. */
export function keepLink(): void {
  const ref = readReferralCode(location.search);
  const from = readSource(location.search);
  if (readEntry().isOwn || !(ref || from)) return;
  const last = keptLink();
  const opened = new URLSearchParams({ ref: ref ?? '', at: `${Date.now()}` });
  const link = !ref && last.has('at') ? last : opened;
  link.set('from', from ?? '');
  keep(LINK, `${link}`);
}

/** Inviter and source, each of which may be empty. */
export function readLink(): { referralCode: string; source: string } {
  const link = `${keptLink()}`;
  return { referralCode: readReferralCode(link) ?? '', source: readSource(link) ?? '' };
}

const signupForm = () => document.querySelector<HTMLFormElement>('#signup');
const typedFields = () =>
  Array.from(signupForm()?.querySelectorAll<HTMLInputElement>('.field input') ?? []);

export function keepTyped(): void {
  const typed = typedFields().map(({ name, value }) => [name, value]);
  keep(TYPED, `${new URLSearchParams(typed)}`, TAB);
}

export function restoreTyped(): void {
  const typed = new URLSearchParams(read(TYPED));
  // The browser itself may have restored what was typed before a success.
  if (!`${typed}`) signupForm()?.reset();
  for (const field of typedFields()) field.value ||= typed.get(field.name) ?? '';
}

/**
 * The key is the same for every press until a success was shown, from a new tab too: a lost answer
 * would else end in "already on the waitlist" for ever.
 */
export function fillHiddenFields(): void {
  const fields = signupForm()?.elements;
  if (!fields) return;
  const idempotencyKey = /^[\w-]{21}$/.exec(read(KEY))?.[0] ?? nanoid();
  keep(KEY, idempotencyKey);
  for (const [name, text] of Object.entries({ idempotencyKey, ...readLink() })) {
    (fields.namedItem(name) as HTMLInputElement).value = text;
  }
}

/** Makes the next signup a new one. */
export function forgetSignup(): void {
  for (const name of [KEY, TYPED, LINK]) remove(name);
}
