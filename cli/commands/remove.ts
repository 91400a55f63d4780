import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { confirm } from '../confirm.ts';
import { erase } from '../erase.ts';
import { findMember, positionOf } from '../find-member.ts';
import { figure, figureOf, fullName, maskedPhone } from '../show.ts';
import type { Session } from '../waitlist.ts';

/**
 * Erases the member with this phone, code or link for good, after asking. Throws BadInput where there
 * is none.
 */
export async function remove(
  { redis, database }: Session,
  phoneOrCode: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const member = await findMember(redis, phoneOrCode);
  const { phone, code, inviter } = member;
  const spot = await positionOf(redis, code);
  const inviterStays = inviter && (await positionOf(redis, inviter));
  const friends = spot ? friendsOf(code, spot.score) : 0;

  const where = spot ? `position ${figure(spot.position)}` : 'without a position in the queue';
  console.log(`${fullName(member)}, ${maskedPhone(phone)}, code ${code}, ${where}.`);
  console.log(
    friends
      ? `${figureOf(friends, 'friend')} came through her and will keep their positions.`
      : 'Nobody came through her.',
  );
  if (inviterStays) {
    console.log(
      `Her inviter ${inviter} goes back about ${SPOTS_PER_FRIEND} positions: friends count while they are in line.`,
    );
  }
  console.log('Her link will credit nobody any more.\n');
  await confirm(`Erase her for good from the database (${database})?`, yes);
  await erase(redis, member);
  console.log('She is erased, and may join again.');
}
