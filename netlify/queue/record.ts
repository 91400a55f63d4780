import { CONSENT_VERSION } from '../../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';

/** What is kept of a member: in {waitlist}:members, under her phone. */
export interface Member {
  /** 10 digits. */
  phone: string;
  /** Her referral code. */
  code: string;
  /** The idempotency key of her signup; none for one who was imported. */
  key: string | undefined;
  /** The code of whoever was credited for her, if anybody was. */
  inviter: string | undefined;
  firstName: string;
  lastName: string;
  /** Milliseconds since 1970; kept to the second. */
  joinedAt: number;
  /** The version of the line that she agreed to: a file in src/content/consent. */
  consent: string | undefined;
}

const NONE = '-';
const RECORD = /^(\S{15}) ([\w-]{16,64}|-) (\S{15}|-) (.+)$/s;
const DETAILS = /^([0-9a-z]{1,8}) (\S+) (\[.*\])$/s;

/**
 * The end of a record, "joined consent names": seconds since 1970 in base 36, the version, and both
 * names as JSON. An object in JSON with the names of its fields took 31 bytes more of a member's 300.
 */
export function formatDetails(
  member: Pick<Member, 'firstName' | 'lastName' | 'joinedAt' | 'consent'>,
): string {
  const { firstName, lastName, joinedAt, consent = NONE } = member;
  const seconds = Math.max(0, Math.floor(joinedAt / 1000));
  return `${seconds.toString(36)} ${consent} ${JSON.stringify([firstName, lastName])}`;
}

/** A record as the join script writes it: "code key inviter details". */
export function formatRecord(member: Omit<Member, 'phone'>): string {
  const { code, key = NONE, inviter = NONE } = member;
  return `${code} ${key} ${inviter} ${formatDetails(member)}`;
}

/** The member whose record this is; undefined for one that no signup wrote. */
export function parseRecord(phone: string, record: string): Member | undefined {
  const [, code = '', key, inviter = '', end = ''] = RECORD.exec(record) ?? [];
  if (!/^\d{10}$/.test(phone) || !parseReferralCode(code)) return undefined;
  if (inviter !== NONE && !parseReferralCode(inviter)) return undefined;
  const { firstName, lastName, joinedAt, consent } = parseDetails(end);
  if (typeof firstName !== 'string' || typeof lastName !== 'string') return undefined;
  if (!firstName || !lastName || !isMoment(joinedAt)) return undefined;
  return {
    phone,
    code,
    key: key === NONE ? undefined : key,
    inviter: inviter === NONE ? undefined : inviter,
    firstName,
    lastName,
    joinedAt: Number(joinedAt),
    consent: CONSENT_VERSION.test(String(consent)) ? String(consent) : undefined,
  };
}

/** Milliseconds that a Date can hold. */
function isMoment(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isNaN(new Date(Number(value)).getTime());
}

function parseDetails(end: string): Partial<Record<keyof Member, unknown>> {
  const [, seconds = '', consent, names] = DETAILS.exec(end) ?? [];
  try {
    // As it was before the consent was kept: an object.
    if (!names) return Object(JSON.parse(end));
    const [firstName, lastName] = JSON.parse(names);
    return { firstName, lastName, joinedAt: 1000 * Number.parseInt(seconds, 36), consent };
  } catch {
    return {};
  }
}
