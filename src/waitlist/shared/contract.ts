import type { ErrorCode } from './messages.ts';
import { parsePhone } from './phone.ts';
import { parseRef } from './referral.ts';
import { parseSource } from './source.ts';
import { type StatusKey, toStatusKey } from './status-link.ts';

/** Each is sent a POST, as JSON; joining and leaving also as a form. */
export const SIGNUP_PATH = '/.netlify/functions/waitlist-signup';
export const STATUS_PATH = '/.netlify/functions/waitlist-status';
export const LEAVE_PATH = '/.netlify/functions/waitlist-leave';

/** The pages that answer a form, in src/pages/reply. */
export const REPLY_PAGES = ['form', 'position', 'admitted', 'left', 'not-left'] as const;
export type ReplyPage = (typeof REPLY_PAGES)[number];

/** In UTF-16 code units, as `maxlength` counts. */
export const NAME_MAX_LENGTH = 50;

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Visitors never see this field and no browser fills in a comment, so whoever fills it in is a program. */
export const HONEYPOT = 'comment';

/** The first digits of the SHA-256 of a consent text. */
export const CONSENT_VERSION = /^[0-9a-f]{8}$/;

export interface SignupRequest {
  firstName: string;
  lastName: string;
  phone: string;
  /** What `?ref=` said, which may be no member's; the one of an answer is the member's own. */
  referralCode?: string | undefined;
  /** The version of the text, where its box was ticked. */
  consent?: string | undefined;
  source?: string | undefined;
}

/** What visitors enter, in the form's order: it is shown again, stored, found and exported. */
export const FIELDS = ['firstName', 'lastName', 'phone'] satisfies (keyof SignupRequest)[];
export type Field = (typeof FIELDS)[number];

/** signup-fields.ts fills these at submit; React would put back a value of its own. */
export const HIDDEN_FIELDS = ['idempotencyKey', 'referralCode', 'source'];

/** How a request or a part of it ended, on both sides. */
export type Result<Success, Failure = Refusal> =
  | ({ ok: true } & Success)
  | ({ ok: false } & Failure);

export interface Refusal {
  code: ErrorCode;
  /** Those that the error is about. */
  fields?: Field[];
  retryAfterSeconds?: number;
}

/** A repeated request of a member who was admitted meanwhile gets no position. */
export type SignupSuccess = ({ position: number } | Admitted) & StatusKey;

export type StatusSuccess = { position: number; referralCount: number } | Admitted;

type Admitted = { admitted: true; referralCount: number };

/** The fields that an error of a function is about; none for most. */
export const fieldsOf = (code?: ErrorCode): Field[] =>
  code === 'phone_registered' ? ['phone'] : [];

/** A space, mark, control or invisible letter alone is no name. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{M}\p{Z}\p{DI}\u2800]/u;

/** A pasted tab or line break becomes a space, and half a surrogate pair, which is no character, \ufffd. */
const cleanName = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, (controls) => (/\s/.test(controls) ? ' ' : ''))
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();

/** The trimmed text of a field; empty where there is none, or what is there is no text. */
export function readText(input: unknown, field: string): string {
  const value = (input as Record<string, unknown> | null | undefined)?.[field];
  return typeof value === 'string' ? value.trim() : '';
}

/** `code` is the first rule that is broken; `fields` are all that break it. */
export function parseSignup(input: unknown): Result<{ value: SignupRequest }> {
  const text = (field: keyof SignupRequest | typeof HONEYPOT) => readText(input, field);
  if (text(HONEYPOT)) return { ok: false, code: 'honeypot' };
  const firstName = cleanName(text('firstName'));
  const lastName = cleanName(text('lastName'));
  const phone = parsePhone(text('phone')) ?? '';
  const rules: [broken: boolean, code: ErrorCode, field: Field][] = [
    [!VISIBLE.test(firstName), 'empty_field', 'firstName'],
    [!VISIBLE.test(lastName), 'empty_field', 'lastName'],
    [text('phone') === '', 'empty_field', 'phone'],
    [phone === '', 'invalid_phone', 'phone'],
    [firstName.length > NAME_MAX_LENGTH, 'name_too_long', 'firstName'],
    [lastName.length > NAME_MAX_LENGTH, 'name_too_long', 'lastName'],
  ];
  const code = rules.find(([isBroken]) => isBroken)?.[1];
  if (code) {
    const broken = rules.filter(([isBroken, rule]) => isBroken && rule === code);
    return { ok: false, code, fields: broken.map(([, , field]) => field) };
  }
  return {
    ok: true,
    value: {
      firstName,
      lastName,
      phone,
      referralCode: parseRef(text('referralCode')),
      consent: CONSENT_VERSION.exec(text('consent'))?.[0],
      source: parseSource(text('source')),
    } satisfies Record<keyof SignupRequest, unknown>,
  };
}

/** The StatusKey of a status request, or of a request to leave. */
export function parseStatusRequest(input: unknown): Result<{ value: StatusKey }> {
  const value = toStatusKey(readText(input, 'referralCode'), readText(input, 'statusToken'));
  return value ? { ok: true, value } : { ok: false, code: 'malformed_link' };
}
