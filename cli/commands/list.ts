import { KEYS } from '../../netlify/queue/keys.ts';
import { parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { BadInput } from '../ending.ts';
import type { Session } from '../main.ts';
import { PAGE, type Position, readPositions } from '../read-queue.ts';
import { figure, fullName, maskedPhone } from '../show.ts';

/**
 * Prints `top` people from position `from` on, in queue order: position, friends, masked phone, name.
 * Throws BadInput where the list ends before that position.
 */
export async function list({ redis }: Session, { top, from }: { top: number; from: number }) {
  const people = await redis.zcard(KEYS.queue);
  if (people === 0) return console.log('Nobody is on the list yet.');
  if (from > people) throw new BadInput(`The list ends at position ${figure(people)}.`);

  // The name comes last, since nobody knows how many columns it takes.
  console.log(row('position', 'friends', 'phone', 'name'));
  const end = Math.min(from + top, people + 1);
  for (let start = from; start < end; start += PAGE) {
    const page = await readPositions(redis, start, Math.min(PAGE, end - start));
    console.log(page.map(rowOf).join('\n'));
  }
}

function rowOf({ position, code, score, record }: Position): string {
  const member = parseRecord(code, record ?? '');
  if (!member) return row(`${position}`, '', '', record ? 'unreadable record' : 'no record');
  const friends = `${friendsOf(code, Number(score))}`;
  return row(`${position}`, friends, maskedPhone(member.phone), fullName(member));
}

function row(position: string, friends: string, phone: string, name: string): string {
  return `${position.padStart(9)}  ${friends.padStart(7)}  ${phone.padEnd(14)}  ${name}`;
}
