import { type Person, readCensus } from '../census.ts';
import { type Day, daysOf, kFactor, settledOf, sum, WEEK_MS } from '../figures.ts';
import { look } from '../look.ts';
import type { Session } from '../main.ts';
import { beginReading } from '../read-queue.ts';
import { figure } from '../show.ts';

const CHART_DAYS = 30;
const BEST = 10;
const BAR_WIDTH = 56;

/** So that a line keeps to 80 columns. */
const SOURCE_WIDTH = 32;

/**
 * Prints how the list grows: people, the share who came through a friend, the K-factor, the joins of
 * the last 30 days, what each source brought, and the codes that brought most friends. Names nobody.
 */
export async function stats({ redis }: Session): Promise<void> {
  const reading = await beginReading(redis);
  const people = await readCensus(reading);
  const days = daysOf(people, CHART_DAYS);
  const invited = sum(days.map((day) => day.invited));
  if (!people.length) return console.log('Nobody is on the list yet.');

  const settled = settledOf(people);
  const share = `${((invited / people.length) * 100).toFixed(1)} % of all`;
  const admitted = `, and ${figure(reading.admitted)} who were let in`;
  console.log(`People in line       ${figure(reading.positions)}${reading.admitted ? admitted : ''}
Joined by referral   ${figure(invited)}, ${share}
K-factor             ${kFactor(settled)} friends brought by a person on average, of the
                     ${figure(settled.length)} who have been in line for at least 7 days
                     ${kFactor(people)} of everybody

Joins a day in UTC   █ through a friend  ▒ alone

${daysChart(days.slice(-CHART_DAYS)).join('\n')}
`);
  if (people.some(({ source }) => source)) printSources(people);

  const best = people
    .filter(({ friends }) => friends.length)
    // Of equals, who joined first: the sort keeps their order.
    .sort((a, b) => b.friends.length - a.friends.length)
    .slice(0, BEST);
  if (!best.length) return console.log('Nobody has brought a friend yet.');
  console.log('Who brought most     friends   position');
  const codes = best.map(({ code }) => code);
  for (const [i, { code, position, admitted }] of (await look(redis, codes)).entries()) {
    if (!position && admitted === null) continue; // She has left meanwhile.
    const where = position ? figure(position) : 'admitted';
    const brought = figure(best[i]?.friends.length ?? 0);
    console.log(`${code.padEnd(19)}${brought.padStart(9)}  ${where.padStart(9)}`);
  }
}

/** What each source brought, friends of friends too, the one that brought most first. */
function printSources(people: Person[]): void {
  const row = (name: string, cells: string[]) =>
    console.log(name.padEnd(SOURCE_WIDTH) + cells.map((cell) => cell.padStart(9)).join(''));
  row('Source', ['people', 'invited', 'further', 'K', 'a day']);
  const sources = [...Map.groupBy(people, ({ origin }) => origin)];
  for (const [name, all] of sources.sort(([, a], [, b]) => b.length - a.length).slice(0, BEST)) {
    const cut = name.length < SOURCE_WIDTH ? name : `${name.slice(0, SOURCE_WIDTH - 2)}…`;
    const invited = all.filter(({ inviter }) => inviter);
    const further = invited.filter(({ host }) => host?.inviter);
    const counts = [all, invited, further].map(({ length }) => figure(length));
    const lastWeek = all.filter(({ joinedAt }) => joinedAt >= Date.now() - WEEK_MS).length;
    row(cut || 'none', [...counts, kFactor(settledOf(all)), (lastWeek / 7).toFixed(1)]);
  }
  console.log('\ninvited: of these, through a friend; further: through a friend of a friend\n');
}

/** A line a day, at most 80 columns: `2026-11-21  ████████▒▒▒▒▒▒▒▒▒▒▒▒  1,234`. */
function daysChart(days: Day[]): string[] {
  // Up to a bar's width, a block is a person.
  const most = Math.max(BAR_WIDTH, ...days.map(({ alone, invited }) => alone + invited));
  // A single join must show, however many the best day had.
  const bars = (joins: number) => (joins ? Math.max(1, Math.round((joins / most) * BAR_WIDTH)) : 0);
  return days.map(({ day, alone, invited }) => {
    const joins = alone + invited;
    const long = bars(joins);
    const friends = Math.min(bars(invited), alone ? Math.max(long - 1, 0) : long);
    const bar = '█'.repeat(friends) + '▒'.repeat(long - friends);
    return `${day}  ${bar}${bar && ' '}${figure(joins)}`;
  });
}
