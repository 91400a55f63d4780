import { existsSync } from 'node:fs';
import type { Redis } from '@upstash/redis';
import { KEYS } from '../../netlify/queue/keys.ts';
import { dayOf } from '../../netlify/queue/record.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { type Change, compareAndSet } from '../compare-and-set.ts';
import { BadInput } from '../ending.ts';
import { fileToRead } from '../files.ts';
import { figure, figureOf, lineRanges, membersFigure } from '../format.ts';
import { pagesOf, readMembers, readValues } from '../members.ts';
import { readColumn } from '../read-csv.ts';
import { FIELD_TITLES } from '../read-people.ts';
import { confirm, type Session } from '../session.ts';

/** Takes the consent to texts back, after asking, of the member with a phone, or of those in a CSV file. */
export async function optOut(session: Session, typed: string): Promise<void> {
  const own = parsePhone(typed);
  const phones = own ? [own] : await readPhones(fileToRead(typed));
  await confirm(session, `Never text ${figureOf(phones.length, 'phone')} again`);
  const counts = { done: 0, before: 0, unknown: 0 };
  for (const page of pagesOf(phones)) await takeBack(session.redis, page, counts);
  if (own && counts.unknown) throw new BadInput('Nobody on the list has this phone number.');
  console.log(`${membersFigure(counts.done)} opted out of texts.`);
  if (counts.before) console.log(`${figure(counts.before)} had opted out before.`);
  if (counts.unknown) console.log(`Nobody on the list has ${figureOf(counts.unknown, 'phone')}.`);
}

async function readPhones(file: string): Promise<string[]> {
  if (!existsSync(file)) {
    throw new BadInput('That is neither a 10-digit phone number nor a file of them.');
  }
  const { values, wrong } = await readColumn(file, FIELD_TITLES.phone, parsePhone);
  if (wrong.length) {
    process.exitCode = 2;
    console.log(`${lineRanges(wrong)}: no 10-digit phone number, or several.`);
  }
  if (!values.size) throw new BadInput(`${file} has no 10-digit phone number.`);
  return [...values.keys()];
}

type Counts = Record<'done' | 'before' | 'unknown', number>;

async function takeBack(redis: Redis, phones: string[], counts: Counts): Promise<void> {
  const owners = await readValues(redis, KEYS.phones, phones);
  const codes = owners.filter((code) => code !== null);
  const found = (await readMembers(redis, codes)).filter(({ member }) => member);
  const open = found.filter(({ member }) => !member?.optedOut);
  const changes = open.map(({ code, record }): Change[] => {
    const { consent: _, consentAt: __, ...rest } = JSON.parse(record ?? '{}');
    const due = JSON.stringify({ ...rest, optedOut: dayOf(Date.now()) });
    return [{ where: 'members', field: code, seen: record, due }];
  });
  const done = await compareAndSet(redis, changes);
  const again = open.flatMap(({ member }, i) => (done[i] || !member ? [] : member.phone));
  counts.unknown += phones.length - found.length;
  counts.before += found.length - open.length;
  counts.done += open.length - again.length;
  // Their records changed at this moment.
  if (again.length) await takeBack(redis, again, counts);
}
