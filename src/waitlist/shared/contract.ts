import type { FormError } from './form-messages.ts';
import { parseRef, parseSource, type StatusKey, toStatusKey } from './links.ts';
import type { ErrorCode } from './messages.ts';
import { cleanName, NAME_MAX_LENGTH } from './name.ts';
import { parsePhone } from './phone.ts';

/** All accept JSON or a form by POST; signup responds to a form with a page. */
export const SIGNUP_PATH = '/.netlify/functions/waitlist-signup';
export const STATUS_PATH = '/.netlify/functions/waitlist-status';
export const LEAVE_PATH = '/.netlify/functions/waitlist-leave';

/** Response pages for the form: src/pages/response. */
export const RESPONSE_PAGES = ['form', 'position'] as const;
export type ResponsePage = (typeof RESPONSE_PAGES)[number];

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
  registered?: RegisteredMember | undefined;
}

/** 1 is first; null once the member is admitted. */
export type Position = number | null;

export type RegisteredMember = { position: Position; referralCode: string };

/** A member who retries may have been admitted since. */
export type SignupSuccess = { position: Position } & StatusKey;

export type StatusSuccess = { position: Position; referralCount: number };

/** A field's trimmed value; empty if it's missing or isn't a string. */
export function readText(input: unknown, field: string): string {
  const value = (input as Record<string, unknown> | null | undefined)?.[field];
  return typeof value === 'string' ? value.trim() : '';
}

/** A refusal names the first broken rule, and all fields that break it. `toDigits` reads the phone. */
export function parseSignup(
  input: unknown,
  toDigits = parsePhone,
): Result<{ value: Signup }, { code: FormError; fields?: Field[] }> {
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
