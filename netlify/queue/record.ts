import { CONSENT_VERSION } from '../../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { parseStatusToken } from '../../src/waitlist/shared/status-link.ts';

/** What is kept of a member in {waitlist}:members, under her referral code. */
export interface Member {
  code: string;
  /** 10 digits. */
  phone: string;
  firstName: string;
  lastName: string;
  /** Milliseconds since 1970; kept to the second. */
  joinedAt: number;
  /** The idempotency key of her signup; none for one who was imported. */
  key?: string | undefined;
  /** What shows that she asks for her own spot; none of whoever joined before there were any. */
  token?: string | undefined;
  /** The version of the text that she agreed to (a file in src/content/consent), and when: as joinedAt. */
  consent?: string | undefined;
  consentAt?: number | undefined;
  /** The day on which she took it back, as 2026-11-21; then there is no consent. */
  optedOut?: string | undefined;
  /** The post she came from: source.ts. */
  source?: string | undefined;
  /** The code of whoever was credited for her, if anybody was. */
  inviter?: string | undefined;
  /** In which wave she was let in, and when: as joinedAt. */
  wave?: string | undefined;
  admittedAt?: number | undefined;
}

export const OPTED_OUT = /^\d{4}-\d\d-\d\d$/;

/** A name for a wave: what a file's name, a command and a cell all take. */
export const WAVE = /^[a-z0-9][a-z0-9._-]{0,31}$/;

/** The version that was a line under the button and no box: nobody agreed to it as carriers want. */
const NO_BOX = '34b03603';

/** Whether she may be texted: she ticked the box, and has not opted out since. */
export const hasAgreed = ({ consent }: Member) => consent !== undefined && consent !== NO_BOX;

/**
 * A record as it is stored: JSON that can be read in any Redis console. Whoever agrees as she joins,
 * as by our form, has one time for both.
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

/** The member whose record this is; undefined for one that no signup wrote. */
export function parseRecord(code: string, record: string): Member | undefined {
  const fields = fieldsOf(record);
  const { phone, firstName, lastName, joinedAt, key, token, consent, consentAt, inviter } = fields;
  const { optedOut, wave, admittedAt } = fields;
  const moment = Date.parse(joinedAt ?? '');
  if (!parseReferralCode(code) || !/^\d{10}$/.test(phone ?? '')) return undefined;
  if (!phone || !firstName || !lastName || !(moment >= 0)) return undefined;
  if (inviter !== undefined && !parseReferralCode(inviter)) return undefined;
  const hasOptedOut = OPTED_OUT.test(optedOut ?? '');
  const agreed = !hasOptedOut && CONSENT_VERSION.test(consent ?? '');
  const isAdmitted = WAVE.test(wave ?? '');
  return {
    code,
    phone,
    firstName,
    lastName,
    joinedAt: moment,
    key,
    token: parseStatusToken(token ?? ''),
    consent: agreed ? consent : undefined,
    consentAt: agreed ? Date.parse(consentAt ?? '') || moment : undefined,
    optedOut: hasOptedOut ? optedOut : undefined,
    source: parseSource(fields.source ?? ''),
    inviter,
    wave: isAdmitted ? wave : undefined,
    admittedAt: isAdmitted ? Date.parse(admittedAt ?? '') || undefined : undefined,
  };
}

/**
 * A Lua function for our scripts: textOf(record, field) is what a record holds under `field`, for
 * texts without a quote or a backslash; nil where there is none. Inside a name every quote is escaped,
 * so nothing but the field itself can match.
 */
export const TEXT_OF = `
local function textOf(record, field)
  return string.match(record, '"' .. field .. '"%s*:%s*"([^"\\\\]*)"')
end
`;

/** A Lua function for our scripts: without(record, field) is a record less such a text. */
export const WITHOUT = `
local function without(record, field)
  local text = '"' .. field .. '"%s*:%s*"[^"\\\\]*"%s*'
  local left, found = string.gsub(record, text .. ',%s*', '', 1)
  if found == 0 then left = string.gsub(record, ',%s*' .. text, '', 1) end
  return left
end
`;

/** The texts of a JSON object, by name; none for anything else. */
function fieldsOf(record: string): Record<string, string | undefined> {
  try {
    const fields = Object.entries<unknown>(Object(JSON.parse(record)));
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string')) as Record<
      string,
      string
    >;
  } catch {
    return {};
  }
}
