import {
  CONSENT_VERSION,
  type Field,
  type SignupRequest,
} from '../../src/waitlist/shared/contract.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { STATUS_TOKEN } from '../../src/waitlist/shared/status-link.ts';

/** What is kept of a member in {waitlist}:members, under the referral code. */
export interface Member extends Pick<SignupRequest, Field> {
  code: string;
  /** Milliseconds since 1970; kept to the second. */
  joinedAt: number;
  /** The idempotency key of the signup, if it had one. */
  key?: string | undefined;
  /** The status token, which shows that a visitor is this member. */
  token?: string | undefined;
  /** The version of the text that the member agreed to ({waitlist}:consents), and when: as joinedAt. */
  consent?: string | undefined;
  consentAt?: number | undefined;
  /** When the member opted out of texts, as joinedAt. The consent that this ended is kept. */
  optedOutAt?: number | undefined;
  /** When an operator undid an opt-out, since the texting service received a START: as joinedAt. */
  resubscribedAt?: number | undefined;
  /** The post that the member came from: source.ts. */
  source?: string | undefined;
  /** The code of the referrer who was credited. */
  referredBy?: string | undefined;
  /** In which wave the member was admitted, and when: as joinedAt. */
  wave?: string | undefined;
  admittedAt?: number | undefined;
}

/** A name for a wave: what a file's name, a command and a cell all take. */
export const WAVE = /^[a-z0-9][a-z0-9._-]{0,31}$/;

/**
 * A record as it is stored: JSON that can be read in any Redis console, without consentAt if it is
 * joinedAt.
 */
export function formatRecord(member: Omit<Member, 'code'> & { code?: string | undefined }): string {
  const {
    code: _,
    joinedAt,
    consentAt,
    optedOutAt,
    resubscribedAt,
    wave,
    admittedAt,
    ...rest
  } = member;
  const joined = timeOf(joinedAt);
  const agreed = timeOf(consentAt ?? joinedAt);
  // JSON has no field for what is undefined.
  return JSON.stringify({
    wave,
    admittedAt: admittedAt && timeOf(admittedAt),
    ...rest,
    joinedAt: joined,
    consentAt: agreed === joined ? undefined : agreed,
    optedOutAt: optedOutAt && timeOf(optedOutAt),
    resubscribedAt: resubscribedAt && timeOf(resubscribedAt),
  });
}

/** Whether a member agreed to texts, and has not opted out since. */
export const acceptsTexts = ({ consent, optedOutAt }: Member) => Boolean(consent && !optedOutAt);

/** A moment in milliseconds since 1970 as a record has it: 2026-11-21T09:30:00Z. */
export const timeOf = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;

/** The day of a moment in UTC: 2026-11-21. */
export const dayOf = (moment: number) => timeOf(moment).slice(0, 10);

/** The member of this record; undefined for a record that no signup wrote. */
export function parseRecord(code: string, record: string): Member | undefined {
  const texts = readTexts(record);
  const { phone, firstName, lastName, key, referredBy } = texts;
  const joinedAt = parseTime(texts.joinedAt);
  if (!parseReferralCode(code)) return undefined;
  if (referredBy !== undefined && !parseReferralCode(referredBy)) return undefined;
  if (!phone || parsePhone(phone) !== phone || !firstName || !lastName) return undefined;
  if (joinedAt === undefined) return undefined;
  const consent = texts.consent?.match(CONSENT_VERSION)?.[0];
  const wave = texts.wave?.match(WAVE)?.[0];
  const fields = { phone, firstName, lastName, key, referredBy, joinedAt, consent, wave };
  return {
    code,
    ...fields,
    consentAt: consent ? (parseTime(texts.consentAt) ?? joinedAt) : undefined,
    optedOutAt: parseTime(texts.optedOutAt),
    resubscribedAt: parseTime(texts.resubscribedAt),
    admittedAt: wave ? parseTime(texts.admittedAt) : undefined,
    token: texts.token?.match(STATUS_TOKEN)?.[0],
    source: texts.source && parseSource(texts.source),
  } satisfies Record<keyof Member, unknown>;
}

/** Milliseconds since 1970; undefined for no time, or one before 1970. */
function parseTime(text = ''): number | undefined {
  const moment = Date.parse(text);
  return moment >= 0 ? moment : undefined;
}

/** The texts of a JSON object, by name; none for anything else. */
function readTexts(record: string): Record<string, string | undefined> {
  try {
    const fields = Object.entries<string>(JSON.parse(record) ?? {});
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
