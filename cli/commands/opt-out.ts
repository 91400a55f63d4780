import { existsSync } from 'node:fs';
import type { Redis } from '@upstash/redis';
import { dayOf, KEYS } from '../../netlify/queue/keys.ts';
import { parseRecord } from '../../netlify/queue/record.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { readText } from '../files.ts';
import type { Options, Session } from '../main.ts';
import { change } from '../mend.ts';
import { figureOf, peopleFigure } from '../show.ts';

/** Whoever changes her record at the same moment is done after so many tries. */
const TRIES = 5;

/**
 * Takes back, after asking, that members agreed to texts: of the one with this phone, or of those whose
 * phones a file holds, one on each line, alone or as a cell of CSV. Whoever had taken it back before
 * keeps that day. Throws BadInput for what is neither, or where nobody has the phone.
 */
export async function optOut({ redis, database }: Session, typed: string, { yes }: Options) {
  const phone = parsePhone(typed);
  const isFile = !phone && existsSync(typed);
  if (!phone && !isFile)
    throw new BadInput('That is neither a 10-digit phone number nor a file of them.');
  const phones = phone ? [phone] : await phonesOf(typed);
  await confirm(`Text ${figureOf(phones.length, 'phone')} never again (${database})?`, yes);
  const counts = { done: 0, before: 0, unknown: 0 };
  for (const each of phones) counts[await takeBack(redis, each)] += 1;
  const { done, before, unknown } = counts;
  if (phone && unknown) throw new BadInput('Nobody on the list has this phone number.');
  console.log(`${peopleFigure(done)} will not be texted any more.`);
  if (before) console.log(`${peopleFigure(before)} had opted out already.`);
  if (unknown)
    console.log(
      `${figureOf(unknown, 'phone')} ${unknown === 1 ? 'is' : 'are'} of nobody on the list.`,
    );
}

async function phonesOf(file: string): Promise<string[]> {
  let text = '';
  for await (const piece of readText(file)) text += piece;
  const cells = text.split(/[\r\n,;\t]+/).map((cell) => parsePhone(cell.replaceAll(/["']/g, '')));
  const phones = [...new Set(cells.filter((phone) => phone !== undefined))];
  if (phones.length) return phones;
  throw new BadInput(`${file} holds no 10-digit phone number.`);
}

async function takeBack(redis: Redis, phone: string): Promise<'done' | 'before' | 'unknown'> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const code = await redis.hget<string>(KEYS.phones, phone);
    const record = code && (await redis.hget<string>(KEYS.members, code));
    const member = code && record && parseRecord(code, record);
    if (!member) return 'unknown';
    if (member.optedOut) return 'before';
    const { consent: _, consentAt: __, ...rest } = JSON.parse(record);
    const due = JSON.stringify({ ...rest, optedOut: dayOf(Date.now()) });
    if (await change(redis, [['members', code, record, due]])) return 'done';
  }
  throw new BadInput('The list changes too fast just now. Try again.');
}
