import { nanoid } from 'nanoid';
import { readReferralCode } from '../shared/referral.ts';
import { readSource } from '../shared/source.ts';
import { keep, read, remove, TAB } from './storage.ts';

const KEY = 'idempotency-key';
const LINK = 'link';
const TYPED = 'typed';

const readLink = (query: string) => ({
  referralCode: readReferralCode(query) ?? '',
  source: readSource(query) ?? '',
});

/** From the address, or from an earlier one in this tab. */
export function currentLink(): { referralCode: string; source: string } {
  const link = readLink(location.search);
  return link.referralCode || link.source ? link : readLink(read(LINK));
}

/**
 * Keeps the link of the address for the tab. A new visit without a link, or after a signup's answer,
 * has no inviter, so that nobody is credited for a stranger.
 */
export function startVisit(form: HTMLFormElement): void {
  const { referralCode, source } = readLink(location.search);
  const { referrer } = document;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (referralCode || source) {
    keep(LINK, `${new URLSearchParams({ ref: referralCode, from: source })}`, TAB);
  } else if (entry?.type === 'navigate') {
    const isAnswered = referrer === form.action;
    if (isAnswered) remove(TYPED);
    if (isAnswered || !referrer.startsWith(`${location.origin}/`)) remove(LINK);
  }
}

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement;

export function watchForm(form: HTMLFormElement): void {
  // The browser itself may have restored some fields.
  for (const [name, text] of new URLSearchParams(read(TYPED))) fieldOf(form, name).value ||= text;
  form.addEventListener('input', () => {
    const inputs = form.querySelectorAll<HTMLInputElement>('.field input');
    const typed = Array.from(inputs, ({ name, value }) => [name, value]);
    keep(TYPED, `${new URLSearchParams(typed)}`, TAB);
  });
  form.addEventListener('submit', () => fillHiddenFields(form));
}

/**
 * The key is the same for every press until a success was shown, from a new tab too: a lost answer
 * would else end in "already on the waitlist" for ever.
 */
function fillHiddenFields(form: HTMLFormElement): void {
  const field = fieldOf(form, 'idempotencyKey');
  // Where nothing can be kept, the field itself keeps the key.
  const idempotencyKey = /^[\w-]{21}$/.exec(read(KEY))?.[0] ?? (field.value || nanoid());
  keep(KEY, idempotencyKey);
  for (const [name, text] of Object.entries({ idempotencyKey, ...currentLink() })) {
    fieldOf(form, name).value = text;
  }
}

/** Makes the next signup a new one. */
export function forgetSignup(): void {
  for (const name of [KEY, LINK, TYPED]) remove(name);
}
