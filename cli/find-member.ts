import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { parsePhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { BadInput } from './ending.ts';

/**
 * The member with a phone, in any spelling, or with a code, alone or in a link (…?ref=CODE). Throws
 * BadInput for what is neither, and where nobody has it.
 */
export async function findMember(redis: Pick<Redis, 'hget'>, phoneOrCode: string): Promise<Member> {
  const text = phoneOrCode.trim();
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  const typed = parseReferralCode(linked ?? text);
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
  throw new BadInput(`The record of ${code} cannot be read: npm run waitlist -- verify says more.`);
}

/** Where she stands; undefined where her code is not in the queue. */
export async function positionOf(
  redis: Pick<Redis, 'zrank' | 'zscore'>,
  code: string,
): Promise<{ position: number; score: number } | undefined> {
  const [rank, score] = await Promise.all([
    redis.zrank(KEYS.queue, code),
    redis.zscore<string>(KEYS.queue, code),
  ]);
  if (rank === null || score === null) return undefined;
  return { position: rank + 1, score: Number(score) };
}
