import { KEYS } from '../../netlify/queue/queue.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';
import { confirm } from '../confirm.ts';
import { erase, forgetCode, friendsNaming } from '../erase.ts';
import { BadInput } from '../failure.ts';
import { figure } from '../figure.ts';
import { findMember } from '../find-member.ts';
import { UNREADABLE } from '../keys.ts';
import type { Session } from '../run.ts';
import { fullName, maskedPhone } from '../show-member.ts';

/**
 * Erases the member with this phone, code or link for good, after asking. Throws BadInput where there
 * is none.
 */
export async function remove(
  session: Session,
  phoneOrCode: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { redis, name } = session;
  const member = await findMember(redis, phoneOrCode).catch((error) => {
    if (error instanceof BadInput) return undefined;
    throw error;
  });
  if (!member) return removeRemains(session, phoneOrCode, yes);

  for (const line of await describe(session, member)) console.log(line);
  await confirm(`\nErase her for good from the database (${name})?`, yes);
  try {
    const inviter = await erase(redis, member);
    console.log(`${yes ? '\n' : ''}She is erased, and may join again.`);
    if (inviter) console.log(`Her inviter ${inviter} went back about 5 places.`);
  } catch (error) {
    console.error(
      `This was cut short. Run it again: npm run waitlist -- remove ${member.code}, which finishes what is left.`,
    );
    throw error;
  }
}

/** Who she is and what her leaving does, for whoever has to decide. */
async function describe({ redis }: Session, member: Member): Promise<string[]> {
  const { phone, code, inviter } = member;
  const [rank, score, inviterScore] = await Promise.all([
    redis.zrank(KEYS.queue, code),
    redis.zscore<string>(KEYS.queue, code),
    inviter ? redis.zscore<string>(KEYS.queue, inviter) : null,
  ]);
  const friends = score === null ? 0 : friendsOf(code, Number(score));
  const place = rank === null ? 'without a place in the queue' : `place ${figure(rank + 1)}`;
  return [
    `${fullName(member)}, ${maskedPhone(phone)}, code ${code}, ${place}.`,
    friends
      ? `${figure(friends)} ${friends === 1 ? 'friend' : 'friends'} came through her and will keep their places.`
      : 'Nobody came through her.',
    ...(inviterScore === null
      ? []
      : [`Her inviter ${inviter} goes back about 5 places: friends count while they are in line.`]),
    'Her link will credit nobody any more.',
  ];
}

/**
 * What may be left of somebody who is on the list no more: a record that was moved aside, or her code
 * in her friends' records after a removal that was cut short.
 */
async function removeRemains(
  { redis, name }: Session,
  phoneOrCode: string,
  yes: boolean | undefined,
): Promise<void> {
  const code = parseReferralCode(phoneOrCode.trim());
  const phone = parsePhone(phoneOrCode) ?? '';
  if (code && (await redis.zscore(KEYS.queue, code)) === null) {
    const friends = (await friendsNaming(redis, code)).length;
    if (friends) {
      console.log(`${code} is on the list no more, but still stands in the records of friends.`);
      await confirm(`Take it out of ${figure(friends)} of them (${name})?`, yes);
      await forgetCode(redis, code);
      return console.log('No record names it any more. Their places stay.');
    }
  }
  if (!code && (await redis.hexists(UNREADABLE, phone))) {
    await confirm(`Erase the record that is kept aside for that phone (${name})?`, yes);
    await redis.hdel(UNREADABLE, phone);
    return console.log('The record is erased.');
  }
  // In the words of whoever looked for her.
  await findMember(redis, phoneOrCode);
}
