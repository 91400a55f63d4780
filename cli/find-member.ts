import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/queue.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { parsePhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import type { CompactMap } from './compact-map.ts';
import { BadInput } from './failure.ts';
import { readRecords } from './read-list.ts';

/**
 * The member with a phone, in any spelling, or with a code, alone or in a link (…?ref=CODE). By code
 * the whole list is read: an index by code would cost 60 bytes a member for a question asked once a
 * week. Throws BadInput for what is neither, and where nobody has it.
 */
export async function findMember(
  redis: Pick<Redis, 'hget' | 'hlen' | 'hscan'>,
  phoneOrCode: string,
): Promise<Member> {
  const { code, phone } = readName(phoneOrCode);
  if (code) return memberIn(await readRecords(redis), phoneOrCode);
  return found('phone number', phone, (await redis.hget<string>(KEYS.members, phone)) ?? undefined);
}

/** As findMember, in records that were read already. */
export function memberIn(records: CompactMap, phoneOrCode: string): Member {
  const { code, phone } = readName(phoneOrCode);
  if (!code) return found('phone number', phone, records.get(phone));
  for (const [owner, record] of records) {
    if (record.startsWith(`${code} `)) return found('code', owner, record);
  }
  return found('code', '', undefined);
}

function found(by: string, phone: string, record: string | undefined): Member {
  if (record === undefined) throw new BadInput(`Nobody on the list has this ${by}.`);
  const member = parseRecord(phone, record);
  if (member) return member;
  throw new BadInput('Her record cannot be read: `npm run waitlist -- verify` says more.');
}

/** What was typed or pasted: a code, or else a phone's digits. */
function readName(text: string): { code: string | undefined; phone: string } {
  const trimmed = text.trim();
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(trimmed) ?? [];
  const code = parseReferralCode(linked ?? trimmed);
  const phone = parsePhone(trimmed) ?? '';
  if (code || phone) return { code, phone };
  throw new BadInput('That is neither a 10-digit phone number nor a referral code or link.');
}
