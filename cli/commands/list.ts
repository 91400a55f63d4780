import { KEYS } from '../../netlify/queue/keys.ts';
import { BadInput } from '../ending.ts';
import { figure, fullName, maskedPhone, printTable } from '../format.ts';
import { readRange, type Standing } from '../members.ts';
import type { Session } from '../session.ts';
import { countIn } from './admit.ts';

/** Prints `top` members from position `from` on, or all of a wave. */
export async function list(
  { redis }: Session,
  { top, from, wave }: { top: number; from: number; wave?: string },
) {
  const waiting = await redis.zcard(KEYS.queue);
  if (wave !== undefined) await countIn(redis, wave);
  else if (waiting === 0) return console.log('Nobody is in the queue.');
  else if (from > waiting) throw new BadInput(`The queue ends at position ${figure(waiting)}.`);
  const pages = wave
    ? readRange(redis, 'admitted')
    : readRange(redis, 'queue', { from, to: from + top - 1 });
  const members = (await Array.fromAsync(pages)).flat();
  const shown = members.filter(({ member }) => !wave || member?.wave === wave);
  // The name comes last, since nobody knows how many columns it takes.
  printTable([['position', 'friends', 'phone', 'name'], ...shown.map(rowOf)]);
}

function rowOf({ position, friends, record, member }: Standing) {
  const name = member ? fullName(member) : record ? 'unreadable record' : 'no record';
  return [position ?? 'admitted', friends ?? '', member ? maskedPhone(member.phone) : '', name];
}
