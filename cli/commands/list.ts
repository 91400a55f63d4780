import { BadInput } from '../exit-codes.ts';
import { formatNumber, fullName, maskedPhone, printTable } from '../format.ts';
import type { RankedRecord } from '../members.ts';
import { readRange, readWave } from '../queue-order.ts';
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
  const pages = wave
    ? [await readWave(session, wave)]
    : readRange(session, 'queue', { from, to: from + top - 1 });
  const members = (await Array.fromAsync(pages)).flat();
  // The name comes last, since its width in a terminal is unknown.
  printTable([['position', 'friends', 'phone', 'name'], ...members.map(rowOf)]);
}

function rowOf({ position, friends, record, member }: RankedRecord) {
  const name = member ? fullName(member) : record ? 'unreadable record' : 'no record';
  return [position ?? 'admitted', friends ?? '', member ? maskedPhone(member.phone) : '', name];
}
