import { type Person, readCensus } from '../census.ts';
import { figure, printTable } from '../format.ts';
import { readMembers } from '../members.ts';
import type { Session } from '../session.ts';
import {
  admittedAmong,
  bySource,
  hadAWeek,
  invitedAmong,
  kFactor,
  type Table,
  tablesOf,
} from '../tables.ts';

const BEST = 10;
const BAR_WIDTH = 30;

/** Names nobody. */
export async function stats({ redis }: Session): Promise<void> {
  const { people } = await readCensus(redis);
  if (!people.length) return console.log('Nobody is on the list yet.');
  const admitted = admittedAmong(people);
  const invited = invitedAmong(people);
  const share = ((invited / people.length) * 100).toFixed(1);
  const settled = people.filter(hadAWeek);
  const toSettled = `of the ${figure(settled.length)} who joined at least a week ago`;
  printTable([
    ['Waiting', figure(people.length - admitted)],
    ['Admitted', figure(admitted)],
    ['Invited', `${figure(invited)}, ${share} % of the ${figure(people.length)} on the list`],
    ['K-factor', `${kFactor(settled)} friends a member, ${toSettled}`],
    ['', `${kFactor(people)} of all members`],
  ]);
  console.log('\nAll figures count who is on the list today. Times are in UTC.\n');
  const { hours, days } = tablesOf(people);
  printJoins(days);
  printJoins(hours);
  if (people.some(({ source }) => source)) printSources(people);

  const best = people
    .filter(({ friends }) => friends.length)
    .sort((a, b) => b.friends.length - a.friends.length)
    .slice(0, BEST);
  const standings = await readMembers(
    redis,
    best.map(({ code }) => code),
  );
  const rows = best.map(({ code, friends }, i) => {
    return [friends.length, standings[i]?.position ?? 'admitted', code];
  });
  if (best.length) printTable([['friends', 'position', 'best inviters'], ...rows]);
}

function printJoins({ columns, rows }: Table): void {
  const most = Math.max(BAR_WIDTH, ...rows.map(([, all]) => Number(all)));
  const titles = columns.map(([title]) => title.toLowerCase());
  const barOf = (joins: number) => '█'.repeat(Math.ceil((joins / most) * BAR_WIDTH));
  printTable([[...titles, ''], ...rows.map((row) => [...row, barOf(Number(row[1]))])]);
  console.log();
}

function printSources(people: Person[]): void {
  const rows = bySource(people)
    .slice(0, BEST)
    .map(([name, all]) => {
      const further = all.filter(({ invitedBy }) => invitedBy?.inviter).length;
      const settled = all.filter(hadAWeek);
      const aDay = ((all.length - settled.length) / 7).toFixed(1);
      return [all.length, invitedAmong(all), further, kFactor(settled), aDay, name];
    });
  printTable([['members', 'invited', 'further', 'K', 'a day', 'source'], ...rows]);
  console.log('\ninvited: of these, by a friend; further: by a friend of a friend\n');
}
