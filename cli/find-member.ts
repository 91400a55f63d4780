import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import type { Member } from '../netlify/queue/record.ts';
import { parsePhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { BadInput } from './ending.ts';
import { look, type Seen } from './look.ts';
import { shown } from './show.ts';

/**
 * The member with a phone, in any spelling, or with a code, alone or in a link (…?ref=CODE), as she
 * stands in Redis. Throws BadInput for what is neither, and where nobody has it.
 */
export async function findMember(
  redis: Redis,
  phoneOrCode: string,
): Promise<Seen & { member: Member }> {
  const text = phoneOrCode.trim();
  const typed = codeIn(text);
  const phone = parsePhone(text);
  if (!typed && !phone) {
    throw new BadInput('That is neither a 10-digit phone number nor a referral code or link.');
  }
  const code = typed ?? (await redis.hget<string>(KEYS.phones, phone ?? ''));
  const [seen] = code ? await look(redis, [code]) : [];
  if (!seen?.record) {
    throw new BadInput(`Nobody on the list has this ${typed ? 'code' : 'phone number'}.`);
  }
  const { member } = seen;
  if (!member) throw unreadable(seen.code);
  return { ...seen, member };
}

export const unreadable = (code: string) =>
  new BadInput(
    `The record of ${shown(code)} cannot be read: npm run waitlist -- verify says more.`,
  );

/** The code in a text, which is one or a link with one (…?ref=CODE, #spot=CODE); undefined for any other. */
export function codeIn(text: string): string | undefined {
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  return parseReferralCode(linked ?? text.trim());
}
