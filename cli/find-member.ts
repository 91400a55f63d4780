import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { parsePhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { BadInput } from './ending.ts';
import { shown } from './show.ts';

/**
 * The member with a phone, in any spelling, or with a code, alone or in a link (…?ref=CODE). Throws
 * BadInput for what is neither, and where nobody has it.
 */
export async function findMember(redis: Pick<Redis, 'hget'>, phoneOrCode: string): Promise<Member> {
  const text = phoneOrCode.trim();
  const typed = codeIn(text);
  const phone = parsePhone(text);
  if (!typed && !phone) {
    throw new BadInput('That is neither a 10-digit phone number nor a referral code or link.');
  }
  const code = typed ?? (await redis.hget<string>(KEYS.phones, phone ?? ''));
  const record = code && (await redis.hget<string>(KEYS.members, code));
  if (!record) {
    throw new BadInput(`Nobody on the list has this ${typed ? 'code' : 'phone number'}.`);
  }
  const member = parseRecord(code, record);
  if (member) return member;
  throw unreadable(code);
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

/** Where she stands, without a position once she was let in; undefined where her code is in neither. */
export async function positionOf(
  redis: Pick<Redis, 'zrank' | 'zscore'>,
  code: string,
): Promise<{ position: number | undefined; score: number } | undefined> {
  const [rank, queued, admitted] = await Promise.all([
    redis.zrank(KEYS.queue, code),
    redis.zscore<string>(KEYS.queue, code),
    redis.zscore<string>(KEYS.admitted, code),
  ]);
  const score = queued ?? admitted;
  if (score === null) return undefined;
  return { position: rank === null ? undefined : rank + 1, score: Number(score) };
}
