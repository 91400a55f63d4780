import { existsSync } from 'node:fs';
import type { Redis } from '@upstash/redis';
import { KEYS } from '../../netlify/queue/keys.ts';
import { dayOf } from '../../netlify/queue/record.ts';
import { parsePhone } from '../../src/waitlist/shared/phone.ts';
import { type Change, compareAndSet } from '../compare-and-set.ts';
import { BadInput } from '../ending.ts';
import { fileToRead } from '../files.ts';
import { figure, figureOf, lineRanges, membersFigure } from '../format.ts';
import { pagesOf, readMembers } from '../members.ts';
import { readColumn } from '../read-csv.ts';
import { PHONE_TITLES } from '../read-people.ts';
import { confirm, type Session } from '../session.ts';

/**
 * Takes the consent to texts back, after asking, of the member with this phone, or of all whose
 * phones a CSV file of the texting service has.
 */
export async function optOut(session: Session, typed: string): Promise<void> {
  const { redis, database } = session;
  const own = parsePhone(typed);
  const file = fileToRead(typed);
  if (!own && !existsSync(file)) {
    throw new BadInput('That is neither a 10-digit phone number nor a file of them.');
  }
  const read = own ? undefined : await readColumn(file, PHONE_TITLES, parsePhone);
  if (read?.wrong.length) {
    process.exitCode = 2;
    console.log(`${lineRanges(read.wrong)}: no 10-digit phone number, or several.`);
  }
  const phones = own ? [own] : [...(read?.values.keys() ?? [])];
  if (phones.length === 0) throw new BadInput(`${file} has no 10-digit phone number.`);
  await confirm(session, `Never text ${figureOf(phones.length, 'phone')} again (${database})?`);
  const counts = { done: 0, before: 0, unknown: 0 };
  for (const page of pagesOf(phones)) await takeBack(redis, page, counts);
  if (own && counts.unknown) throw new BadInput('Nobody on the list has this phone number.');
  console.log(`${membersFigure(counts.done)} opted out of texts.`);
  if (counts.before) console.log(`${figure(counts.before)} had opted out before.`);
  if (counts.unknown) console.log(`Nobody on the list has ${figureOf(counts.unknown, 'phone')}.`);
}

type Counts = Record<'done' | 'before' | 'unknown', number>;

async function takeBack(redis: Redis, phones: string[], counts: Counts): Promise<void> {
  // A flat list, since our client takes no reply apart.
  const owners = (await redis.hmget(KEYS.phones, ...phones)) as unknown as (string | null)[];
  const standings = await readMembers(
    redis,
    owners.filter((code) => code !== null),
  );
  const found = standings.filter(({ member }) => member);
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
