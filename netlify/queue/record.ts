import { CONSENT_VERSION } from '../../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';
import { parseStatusToken } from '../../src/waitlist/shared/way-back.ts';

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
  /** The version of the text that she agreed to as she joined: a file in src/content/consent. */
  consent?: string | undefined;
  /** The code of whoever was credited for her, if anybody was. */
  inviter?: string | undefined;
}

/** A record as it is stored: JSON that can be read in any Redis console. */
export function formatRecord({
  code: _,
  joinedAt,
  ...member
}: Omit<Member, 'code'> & { code?: string }) {
  const seconds = new Date(joinedAt).toISOString().slice(0, 19);
  return JSON.stringify({ ...member, joinedAt: `${seconds}Z` });
}

/** The member whose record this is; undefined for one that no signup wrote. */
export function parseRecord(code: string, record: string): Member | undefined {
  const { phone, firstName, lastName, joinedAt, key, token, consent, inviter } = fieldsOf(record);
  const moment = Date.parse(joinedAt ?? '');
  if (!parseReferralCode(code) || !/^\d{10}$/.test(phone ?? '')) return undefined;
  if (!phone || !firstName || !lastName || !(moment >= 0)) return undefined;
  if (inviter !== undefined && !parseReferralCode(inviter)) return undefined;
  return {
    code,
    phone,
    firstName,
    lastName,
    joinedAt: moment,
    key,
    token: parseStatusToken(token ?? ''),
    consent: CONSENT_VERSION.test(consent ?? '') ? consent : undefined,
    inviter,
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
