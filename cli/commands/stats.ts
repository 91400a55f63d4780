import { codesOf, readCensus } from '../census.ts';
import { bySource, type Day, kFactor, readDays, type Source, sum, WEEK_DAYS } from '../figures.ts';
import { positionOf } from '../find-member.ts';
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
  const days = readDays(reading.days, CHART_DAYS);
  const invited = sum(days.map((day) => day.invited));
  const joins = invited + sum(days.map((day) => day.alone));
  const census = await readCensus(reading);
  if (!joins && !census.joinedAt.length) return console.log('Nobody is on the list yet.');

  const sources = bySource(census);
  const all = { people: census.friends.length, friends: sum(census.friends) };
  const settled = {
    people: sum(sources.map(({ settled }) => settled.people)),
    friends: sum(sources.map(({ settled }) => settled.friends)),
  };
  const share = `${((invited / joins) * 100).toFixed(1)} % of the ${figure(joins)} who ever joined`;
  const admitted = `, and ${figure(reading.admitted)} who were let in`;
  console.log(`People in line       ${figure(reading.positions)}${reading.admitted ? admitted : ''}
Joined by referral   ${figure(invited)}${joins ? `, ${share}` : ''}
K-factor             ${kFactor(settled)} friends brought by a person on average, of the
                     ${figure(settled.people)} who have been in line for at least 7 days
                     ${kFactor(all)} of everybody

Joins a day in UTC   █ through a friend  ▒ alone

${daysChart(days.slice(-CHART_DAYS)).join('\n')}
`);
  printSources(sources.slice(0, BEST));

  const best = [...census.friends.keys()]
    .filter((person) => census.friends[person])
    // Of equals, who joined first: the sort keeps their order.
    .sort((a, b) => (census.friends[b] ?? 0) - (census.friends[a] ?? 0))
    .slice(0, BEST);
  if (!best.length) return console.log('Nobody has brought a friend yet.');
  console.log('Who brought most     friends   position');
  for (const [i, code] of (await codesOf(redis, census, best)).entries()) {
    if (!code) continue;
    const spot = await positionOf(redis, code);
    const position = spot?.position ? figure(spot.position) : 'admitted';
    const friends = figure(census.friends[best[i] ?? 0] ?? 0);
    console.log(`${code.padEnd(19)}${friends.padStart(9)}  ${position.padStart(9)}`);
  }
}

function printSources(sources: Source[]): void {
  if (!sources.some(({ name }) => name)) return;
  const row = (name: string, cells: string[]) =>
    console.log(name.padEnd(SOURCE_WIDTH) + cells.map((cell) => cell.padStart(9)).join(''));
  row('Source', ['people', 'invited', 'further', 'K', 'a day']);
  for (const { name, people, invited, furtherInvited, settled, lastWeek } of sources) {
    const cut = name.length < SOURCE_WIDTH ? name : `${name.slice(0, SOURCE_WIDTH - 2)}…`;
    const counts = [people, invited, furtherInvited].map(figure);
    row(cut || 'none', [...counts, kFactor(settled), (lastWeek / WEEK_DAYS).toFixed(1)]);
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
