import { existsSync } from 'node:fs';
import type { Redis } from '@upstash/redis';
import { KEYS } from '../../netlify/queue/keys.ts';
import { dayOf } from '../../netlify/queue/record.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { change } from '../change.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { readText } from '../files.ts';
import { look } from '../look.ts';
import type { Session } from '../main.ts';
import { figure, figureOf, peopleFigure } from '../show.ts';

/**
 * Takes back, after asking, that members agreed to texts: the one with this phone, or those whose phones
 * stand in a file, each in a line or cell of its own. Who took it back before keeps that day. Throws
 * BadInput where there is no phone, or nobody has the one that was typed.
 */
export async function optOut(session: Session, typed: string): Promise<void> {
  const { redis, database } = session;
  const own = parsePhone(typed);
  if (!own && !existsSync(typed)) {
    throw new BadInput('That is neither a 10-digit phone number nor a file of them.');
  }
  const text = own ?? (await Array.fromAsync(readText(typed))).join('');
  const cells = text.split(/[\r\n,;\t]+/).map((cell) => parsePhone(cell));
  const phones = new Set(cells.filter((phone) => phone !== undefined));
  if (phones.size === 0) throw new BadInput(`${typed} holds no 10-digit phone number.`);
  await confirm(session, `Never text ${figureOf(phones.size, 'phone')} again (${database})?`);
  const counts = { done: 0, before: 0, unknown: 0 };
  for (const phone of phones) counts[await takeBack(redis, phone)] += 1;
  if (own && counts.unknown) throw new BadInput('Nobody on the list has this phone number.');
  console.log(`${peopleFigure(counts.done)} will not be texted any more.`);
  if (counts.before) console.log(`${figure(counts.before)} had opted out before.`);
  if (counts.unknown) console.log(`${figureOf(counts.unknown, 'phone')} of nobody on the list.`);
}

async function takeBack(redis: Redis, phone: string): Promise<'done' | 'before' | 'unknown'> {
  const code = await redis.hget<string>(KEYS.phones, phone);
  const [seen] = code ? await look(redis, [code]) : [];
  if (!seen?.member) return 'unknown';
  if (seen.member.optedOut) return 'before';
  const { consent: _, consentAt: __, ...rest } = JSON.parse(seen.record ?? '{}');
  const due = JSON.stringify({ ...rest, optedOut: dayOf(Date.now()) });
  const isDone = await change(redis, [['members', seen.code, seen.record, due]]);
  // Else somebody else changed her record at this moment.
  return isDone ? 'done' : takeBack(redis, phone);
}
