import { BadInput } from '../exit-codes.ts';
import { formatNumber, fullName, maskedPhone, printTable } from '../format.ts';
import type { RankedRecord } from '../members.ts';
import { readPositions, readWave } from '../queue-order.ts';
import type { Session } from '../session.ts';

export async function list(
  session: Session,
  { top, from, wave }: { top: number; from: number; wave?: string },
) {
  const waiting = await session.redis.zcard(session.keys.queue);
  if (!wave && !waiting) return console.log('Nobody is in the queue.');
  if (!wave && from > waiting) {
    throw new BadInput(`The queue ends at position ${formatNumber(waiting)}.`);
  }
  const members = wave
    ? await readWave(session, wave)
    : await readPositions(session, from, from + top - 1);
  // The name comes last because its width in a terminal is unknown.
  printTable([['position', 'referrals', 'phone', 'name'], ...members.map(rowOf)]);
}

function rowOf({ position, referralCount = 0, record, member }: RankedRecord) {
  const name = member ? fullName(member) : record ? 'unreadable record' : 'no record';
  return [position ?? 'admitted', referralCount, member ? maskedPhone(member.phone) : '', name];
}
