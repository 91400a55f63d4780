import { codesOf, phoneOf, readCensus } from '../census.ts';
import { findSuspects } from '../find-suspects.ts';
import type { Session } from '../main.ts';
import { beginReading } from '../read-queue.ts';
import { figure, figureOf, maskedPhone } from '../show.ts';

/** More would not be looked at one by one. */
const SHOWN = 50;

/** Prints whose friends look bought, and why, by code and masked phone, the most striking first. */
export async function suspects({ redis }: Session): Promise<void> {
  const census = await readCensus(await beginReading(redis));
  const all = findSuspects(census);
  if (!all.length) return console.log('Nobody stands out.');
  const shown = all.slice(0, SHOWN);
  const people = shown.map(({ person }) => person);
  const codes = await codesOf(redis, census, people);
  for (const [i, { person, reasons }] of shown.entries()) {
    const phone = maskedPhone(phoneOf(census.phones, person));
    const friends = figureOf(census.friends[person] ?? 0, 'friend');
    console.log(`${codes[i] ?? 'who left meanwhile'}  ${phone}  ${friends}`);
    for (const { says } of reasons) console.log(`  ${says}`);
  }
  if (all.length > SHOWN) console.log(`… and ${figure(all.length - SHOWN)} more.`);
  console.log('\nLook at each with find CODE --friends; remove takes somebody off the list.');
}
