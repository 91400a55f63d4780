import { readCensus } from '../census.ts';
import { findSuspects } from '../find-suspects.ts';
import { figure, figureOf, maskedPhone } from '../format.ts';
import type { Session } from '../session.ts';

/** More would not be looked at one by one. */
const SHOWN = 50;

/** Prints inviters whose friends look bought, and why, by code and masked phone, the most striking first. */
export async function suspects({ redis }: Session): Promise<void> {
  const { people } = await readCensus(redis);
  const all = findSuspects(people);
  if (!all.length) return console.log('Nobody stands out.');
  for (const { person, reasons } of all.slice(0, SHOWN)) {
    const friends = figureOf(person.friends.length, 'friend');
    console.log(`${person.code}  ${maskedPhone(person.phone)}  ${friends}`);
    for (const { says } of reasons) console.log(`  ${says}`);
  }
  if (all.length > SHOWN) console.log(`… and ${figure(all.length - SHOWN)} more.`);
  console.log('\nLook at each with find CODE --friends; remove takes a member off the list.');
}
