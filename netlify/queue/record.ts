import { CONSENT_VERSION, type Field, type Signup } from '../../src/waitlist/shared/contract.ts';
import { isReferralCode, parseSource, STATUS_TOKEN } from '../../src/waitlist/shared/links.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';

/** A record of {waitlist}:members, which has times as text; here they're milliseconds since 1970. */
export interface Member extends Pick<Signup, Field> {
  code: string;
  joinedAt: number;
  /** The idempotency key of the signup, if it had one. */
  key?: string | undefined;
  /** The status token, which proves that a visitor is this member. */
  token?: string | undefined;
  /** The version of the text that the member agreed to: {waitlist}:consents. */
  consent?: string | undefined;
  /** When, if not at joinedAt. */
  consentAt?: number | undefined;
  /** When the member opted out of texts; the consent stays as proof. */
  optedOutAt?: number | undefined;
  /** The post that the member came from: links.ts. */
  source?: string | undefined;
  /** The code of the referrer who was credited. */
  referredBy?: string | undefined;
  wave?: string | undefined;
  admittedAt?: number | undefined;
}

/** Wave names have to work in file names, commands and spreadsheets. */
export const WAVE = /^[a-z0-9][a-z0-9._-]{0,31}$/;

/** Formats a record as JSON that people can read in any Redis console. Every number in it is a time. */
export function formatRecord(member: Omit<Member, 'code'> & { code?: string }): string {
  const record = { ...member, code: undefined };
  const format = (_: string, value: unknown) => (typeof value === 'number' ? timeOf(value) : value);
  return JSON.stringify(record, format);
}

export const acceptsTexts = ({ consent, optedOutAt }: Member) => Boolean(consent && !optedOutAt);

/** Formats milliseconds since 1970 as in records: 2026-11-21T09:30:00Z. */
export const timeOf = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;

/** The day in UTC: 2026-11-21. */
export const dayOf = (moment: number) => timeOf(moment).slice(0, 10);

/** Parses a record; undefined if a signup can't have written it. */
export function parseRecord(code: string, record: string): Member | undefined {
  const texts = readTexts(record);
  const { phone, firstName, lastName, key, referredBy } = texts;
  const joinedAt = parseTime(texts.joinedAt);
  if (!isReferralCode(code) || joinedAt === undefined) return undefined;
  if (referredBy !== undefined && !isReferralCode(referredBy)) return undefined;
  if (!phone || parsePhone(phone) !== phone || !firstName || !lastName) return undefined;
  const consent = texts.consent?.match(CONSENT_VERSION)?.[0];
  const wave = texts.wave?.match(WAVE)?.[0];
  return {
    code,
    phone,
    firstName,
    lastName,
    key,
    referredBy,
    joinedAt,
    consent,
    wave,
    consentAt: consent ? (parseTime(texts.consentAt) ?? joinedAt) : undefined,
    optedOutAt: parseTime(texts.optedOutAt),
    admittedAt: wave ? parseTime(texts.admittedAt) : undefined,
    token: texts.token?.match(STATUS_TOKEN)?.[0],
    source: texts.source && parseSource(texts.source),
  } satisfies Record<keyof Member, unknown>;
}

/** Milliseconds since 1970; undefined if it isn't a time, or is before 1970. */
function parseTime(text = ''): number | undefined {
  const moment = Date.parse(text);
  return moment >= 0 ? moment : undefined;
}

/** The string fields of a JSON object; none if it isn't an object. */
function readTexts(record: string): Record<string, string | undefined> {
  try {
    const fields = Object.entries<string>(JSON.parse(record) ?? {});
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
