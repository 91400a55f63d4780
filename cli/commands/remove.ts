import { KEYS } from '../../netlify/queue/keys.ts';
import { luaScript } from '../../netlify/queue/lua-script.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { findMember, positionOf } from '../find-member.ts';
import type { Options, Session } from '../main.ts';
import { figure, figureOf, fullName, maskedPhone } from '../show.ts';

/**
 * Erases the member with this phone, code or link for good, after asking, so that nothing of her is
 * left in any key but the counts, which name nobody, and her code in the records of her friends, where
 * it belongs to nobody any more. They keep their positions; her inviter goes back. Throws BadInput
 * where there is none.
 */
export async function remove(session: Session, phoneOrCode: string, { yes }: Options) {
  const { redis, database } = session;
  const member = await findMember(redis, phoneOrCode);
  const { phone, code, inviter = '' } = member;
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
  const keys = [KEYS.queue, KEYS.members, KEYS.phones, KEYS.trapped(phone)];
  const reply = await eraseScript(redis, keys, [code, phone, inviter]);
  if (reply === 0) throw new BadInput('She is not on the list any more.');
  console.log('She is erased, and may join again.');
}

/**
 * Erases one member: her position, her record, her phone, and what she did for her inviter, whose
 * score counts the friends in line. One script, so that nobody is ever in line without a record, or
 * credited for somebody who left.
 *
 * KEYS  queue, members, phones, trapped
 * ARGV  her code, phone and inviter ('' for none), as they were read
 *
 * Replies: 1, or 0 when nobody has that code with that phone
 */
const eraseScript = luaScript(`
local queue, members, phones, trapped = unpack(KEYS)
local code, phone, inviter = unpack(ARGV)
if redis.call('HEXISTS', members, code) == 0 then return 0 end
if redis.call('HGET', phones, phone) == code then redis.call('HDEL', phones, phone) end
redis.call('ZREM', queue, code)
redis.call('HDEL', members, code)
redis.call('DEL', trapped)
-- XX, since an inviter who left before must not come back.
if inviter ~= '' then redis.call('ZADD', queue, 'XX', 'INCR', ${SPOTS_PER_FRIEND}, inviter) end
return 1`);
