import { KEYS } from '../../netlify/queue/keys.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { BadInput } from '../ending.ts';
import type { Session } from '../main.ts';
import { type Position, readPages } from '../read-queue.ts';
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
  for await (const page of readPages(redis, KEYS.queue, { from, to: from + top - 1 })) {
    for (const each of page) console.log(rowOf(each));
  }
}

function rowOf({ position, code, score, record, member }: Position): string {
  if (!member) return row(`${position}`, '', '', record ? 'unreadable record' : 'no record');
  const friends = `${friendsOf(code, Number(score))}`;
  return row(`${position}`, friends, maskedPhone(member.phone), fullName(member));
}

function row(position: string, friends: string, phone: string, name: string): string {
  return `${position.padStart(9)}  ${friends.padStart(7)}  ${phone.padEnd(14)}  ${name}`;
}
