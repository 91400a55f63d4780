import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { findMember } from '../find-member.ts';
import { look } from '../look.ts';
import type { Session } from '../main.ts';
import { figure, figureOf, fullName, maskedPhone } from '../show.ts';

/**
 * Erases the member with this phone, code or link for good, after asking, so that nothing of her is
 * left in any key but the counts, which name nobody, and her code in the records of her friends, where
 * it belongs to nobody any more. They keep their positions; her inviter goes back. Throws BadInput
 * where there is none.
 */
export async function remove(session: Session, phoneOrCode: string): Promise<void> {
  const { redis, database } = session;
  const { code, member, position, queue, admitted } = await findMember(redis, phoneOrCode);
  const score = queue ?? admitted;
  const friends = score === null ? 0 : friendsOf(code, Number(score));
  const [inviter] = member.inviter ? await look(redis, [member.inviter]) : [];

  const place = score === null ? 'without a position in the queue' : 'let in';
  const where = position ? `position ${figure(position)}` : place;
  console.log(`${fullName(member)}, ${maskedPhone(member.phone)}, code ${code}, ${where}.`);
  console.log(
    friends
      ? `${figureOf(friends, 'friend')} came through her and will keep their positions.`
      : 'Nobody came through her.',
  );
  if (inviter?.queue ?? inviter?.admitted) {
    console.log(
      `Her inviter ${member.inviter} goes back about ${SPOTS_PER_FRIEND} positions: friends count while they are in line.`,
    );
  }
  console.log('Her link will credit nobody any more.\n');
  await confirm(session, `Erase her for good from the database (${database})?`);
  const { outcome } = await eraseMember(redis, code);
  if (outcome === 'unknown') throw new BadInput('She is not on the list any more.');
  console.log('She is erased, and may join again.');
}
