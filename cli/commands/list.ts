import { KEYS } from '../../netlify/queue/queue.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { BadInput } from '../failure.ts';
import { figure } from '../figure.ts';
import { readRecords } from '../read-list.ts';
import type { Session } from '../run.ts';
import { fullName, maskedPhone } from '../show-member.ts';

/** How many places one request asks for. */
const PAGE = 2_000;

/**
 * Prints `top` people from place `from` on, in queue order: place, friends, masked phone, name.
 * Throws BadInput where the list ends before that place.
 */
export async function list(
  session: Session,
  { top, from }: { top: number; from: number },
): Promise<void> {
  const { redis, signal } = session;
  const people = await redis.zcard(KEYS.queue);
  if (people === 0) return console.log('Nobody is on the list yet.');
  if (from > people) throw new BadInput(`The list ends at place ${figure(people)}.`);

  const scores = await readPlaces(session, from - 1, Math.min(from - 1 + top, people));
  const members = new Map<string, Member>();
  for (const [phone, record] of await readRecords(redis, { signal })) {
    const member = scores.has(record.slice(0, record.indexOf(' '))) && parseRecord(phone, record);
    if (member) members.set(member.code, member);
  }

  // The name comes last, since nobody knows how many columns it takes.
  console.log(row('place', 'friends', 'phone', 'name'));
  let place = from;
  for (const [code, score] of scores) {
    const member = members.get(code);
    const [phone, name] = member
      ? [maskedPhone(member.phone), fullName(member)]
      : ['', 'no record'];
    console.log(row(`${place}`, `${friendsOf(code, score)}`, phone, name));
    place += 1;
  }
}

function row(place: string, friends: string, phone: string, name: string): string {
  return `${place.padStart(9)}  ${friends.padStart(7)}  ${phone.padEnd(14)}  ${name}`;
}

/** The codes from rank `start` up to but not including `end`, in queue order, with their scores. */
async function readPlaces({ redis, signal }: Session, start: number, end: number) {
  const scores = new Map<string, number>();
  for (let rank = start; rank < end; rank += PAGE) {
    signal.throwIfAborted();
    const last = Math.min(rank + PAGE, end) - 1;
    const page = await redis.zrange<string[]>(KEYS.queue, rank, last, { withScores: true });
    for (let i = 0; i < page.length; i += 2) scores.set(page[i] ?? '', Number(page[i + 1]));
  }
  return scores;
}
