import {
  CONSENT_VERSION,
  type Field,
  type SignupRequest,
} from '../../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { parseStatusToken } from '../../src/waitlist/shared/status-link.ts';

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
  /** The day on which the member took it back, as 2026-11-21; then there is no consent. */
  optedOut?: string | undefined;
  /** The post that the member came from: source.ts. */
  source?: string | undefined;
  /** The code of the inviter who was credited. */
  inviter?: string | undefined;
  /** In which wave the member was admitted, and when: as joinedAt. */
  wave?: string | undefined;
  admittedAt?: number | undefined;
}

/** A member at one moment. Who was admitted has no position. */
export interface RankedMember extends Member {
  /** From 1. */
  position: number | undefined;
  /** How many friends joined and are still members. */
  friends: number;
}

export const OPTED_OUT = /^\d{4}-\d\d-\d\d$/;

/** A name for a wave: what a file's name, a command and a cell all take. */
export const WAVE = /^[a-z0-9][a-z0-9._-]{0,31}$/;

/**
 * A record as it is stored: JSON that can be read in any Redis console. A member who agreed at the
 * signup has one time for both.
 */
export function formatRecord({
  code: _,
  joinedAt,
  consentAt,
  wave,
  admittedAt,
  ...member
}: Omit<Member, 'code'> & { code?: string | undefined }) {
  const [joined, agreed] = [timeOf(joinedAt), timeOf(consentAt ?? joinedAt)];
  return JSON.stringify({
    ...(wave && { wave, ...(admittedAt && { admittedAt: timeOf(admittedAt) }) }),
    ...member,
    joinedAt: joined,
    ...(member.consent && agreed !== joined && { consentAt: agreed }),
  });
}

/** A moment in milliseconds since 1970 as a record has it: 2026-11-21T09:30:00Z. */
export const timeOf = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;

/** The day of a moment in UTC: 2026-11-21. */
export const dayOf = (moment: number) => timeOf(moment).slice(0, 10);

/** The member of this record; undefined for a record that no signup wrote. */
export function parseRecord(code: string, record: string): Member | undefined {
  const { joinedAt = '', consentAt = '', admittedAt = '', ...fields } = textsOf(record);
  const { phone = '', firstName, lastName, key, token = '', source = '', inviter = code } = fields;
  const areCodes = parseReferralCode(code) && parseReferralCode(inviter);
  const moment = Date.parse(joinedAt);
  if (!areCodes || !/^\d{10}$/.test(phone) || !firstName || !lastName || !(moment >= 0)) {
    return undefined;
  }
  const optedOut = OPTED_OUT.exec(fields.optedOut ?? '')?.[0];
  const consent = optedOut ? undefined : CONSENT_VERSION.exec(fields.consent ?? '')?.[0];
  const wave = WAVE.exec(fields.wave ?? '')?.[0];
  return {
    ...{ code, phone, firstName, lastName, key, inviter: fields.inviter, joinedAt: moment },
    token: parseStatusToken(token),
    source: parseSource(source),
    optedOut,
    consent,
    consentAt: consent ? Date.parse(consentAt) || moment : undefined,
    wave,
    admittedAt: (wave && Date.parse(admittedAt)) || undefined,
  } satisfies Record<keyof Member, unknown>;
}

/** The texts of a JSON object, by name; none for anything else. */
function textsOf(record: string): Record<string, string> {
  try {
    const fields = Object.entries<string>(Object(JSON.parse(record)));
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
