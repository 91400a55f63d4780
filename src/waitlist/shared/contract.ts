import type { FormError } from './form-messages.ts';
import { parseRef, parseSource, type StatusKey, toStatusKey } from './links.ts';
import type { ErrorCode } from './messages.ts';
import { cleanName, NAME_MAX_LENGTH } from './name.ts';
import { parsePhone } from './phone.ts';

/** All accept JSON or a form by POST; signup responds to a form with a page. */
export const SIGNUP_PATH = '/.netlify/functions/waitlist-signup';
export const STATUS_PATH = '/.netlify/functions/waitlist-status';
export const LEAVE_PATH = '/.netlify/functions/waitlist-leave';

/** Response pages for the form: src/pages/reply. Those of a known phone have nothing that's private. */
export const REPLY_PAGES = [
  'form',
  'position',
  'admitted',
  'known-position',
  'known-admitted',
] as const;
export type ReplyPage = (typeof REPLY_PAGES)[number];

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
export const VALID_KEY = /^[\w-]{16,64}$/;

/** Visitors don't see this field and browsers don't autofill comments, so only bots fill it in. */
export const HONEYPOT = 'comment';

/** The start of a consent text's SHA-256. */
export const CONSENT_VERSION = /^[0-9a-f]{8}$/;

export interface Signup {
  firstName: string;
  lastName: string;
  phone: string;
  /** The referrer's code, or a campaign such as SUMMER, which credits nobody. */
  referredBy?: string | undefined;
  /** The version of the consent text, if its box was checked. */
  consent?: string | undefined;
  source?: string | undefined;
}

/** A signup as browsers send it: what is the visitor's `referredBy` is called `referralCode`. */
export type SignupRequest = Omit<Signup, 'referredBy'> & { referralCode?: string | undefined };

/** What visitors enter, in the form's order. */
export const FIELDS = ['firstName', 'lastName', 'phone'] satisfies (keyof Signup)[];
export type Field = (typeof FIELDS)[number];

/** signup-fields.ts fills these at submit, because React would reset them. */
export const HIDDEN_FIELDS = ['idempotencyKey', 'referralCode', 'source'];

export type Result<Success, Failed = Refusal> = ({ ok: true } & Success) | ({ ok: false } & Failed);

export interface Refusal {
  code: ErrorCode;
  fields?: Field[];
  retryAfterSeconds?: number | undefined;
  /** The member whose phone is registered, if both names are that member's, too: docs/security.md. */
  member?: NamedMember | undefined;
}

export type NamedMember = ({ position: number } | { admitted: true }) & { referralCode: string };

/** There's no position if a member who retries has been admitted since. */
export type SignupSuccess = ({ position: number } | Admitted) & StatusKey;

export type StatusSuccess = { position: number; referralCount: number } | Admitted;

type Admitted = { admitted: true; referralCount: number };

/** The fields that an error is about, if the response doesn't name them. */
export const fieldsOf = (code?: string): Field[] => (code === 'phone_registered' ? ['phone'] : []);

/** A field's trimmed value; empty if it's missing or isn't a string. */
export function readText(input: unknown, field: string): string {
  const value = (input as Record<string, unknown> | null | undefined)?.[field];
  return typeof value === 'string' ? value.trim() : '';
}

/** A refusal names the first broken rule, and all fields that break it. `toDigits` reads the phone. */
export function parseSignup(
  input: unknown,
  toDigits = parsePhone,
): Result<{ value: Signup }, Refusal & { code: FormError }> {
  const text = (field: keyof SignupRequest | typeof HONEYPOT) => readText(input, field);
  if (text(HONEYPOT)) return { ok: false, code: 'honeypot' };
  const firstName = cleanName(text('firstName'));
  const lastName = cleanName(text('lastName'));
  const phone = toDigits(text('phone')) ?? '';
  const entered = { firstName, lastName, phone: text('phone') };
  const rules: [code: FormError, isBroken: (field: Field) => boolean][] = [
    ['empty_field', (field) => entered[field] === ''],
    ['invalid_phone', (field) => field === 'phone' && phone === ''],
    ['name_too_long', (field) => field !== 'phone' && entered[field].length > NAME_MAX_LENGTH],
  ];
  for (const [code, isBroken] of rules) {
    const fields = FIELDS.filter(isBroken);
    if (fields.length) return { ok: false, code, fields };
  }
  return {
    ok: true,
    value: {
      firstName,
      lastName,
      phone,
      referredBy: parseRef(text('referralCode')),
      consent: CONSENT_VERSION.exec(text('consent'))?.[0],
      source: parseSource(text('source')),
    } satisfies Record<keyof Signup, unknown>,
  };
}

export function parseStatusRequest(input: unknown): Result<{ value: StatusKey }> {
  const value = toStatusKey(readText(input, 'referralCode'), readText(input, 'statusToken'));
  return value ? { ok: true, value } : { ok: false, code: 'malformed_link' };
}
