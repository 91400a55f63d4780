import { readCensus } from '../census.ts';
import { findSuspects } from '../find-suspects.ts';
import { figureOf, maskedPhone, printSome } from '../format.ts';
import type { Session } from '../session.ts';

/** More would not be looked at one by one. */
const SHOWN = 50;

/** Prints inviters whose friends look bought, and why, by code and masked phone. */
export async function suspects({ redis }: Session): Promise<void> {
  const all = findSuspects((await readCensus(redis)).people);
  if (!all.length) return console.log('Nobody stands out.');
  const texts = all.map(({ person: { code, phone, friends }, reasons }) => {
    const head = `${code}  ${maskedPhone(phone)}  ${figureOf(friends.length, 'friend')}`;
    return [head, ...reasons.map(({ says }) => `  ${says}`)].join('\n');
  });
  printSome(texts, SHOWN);
  console.log('\nLook at each with find CODE --friends; remove takes a member off the list.');
}
