import { dayOf, parseDayField } from '../../netlify/queue/keys.ts';
import { friendsOf, joinNumber } from '../../netlify/queue/referral-code.ts';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';
import type { Session } from '../main.ts';
import { beginReading } from '../read-queue.ts';
import { figure } from '../show.ts';

/** Whoever got her link on a Sunday may need until the next to bring a friend. */
const WEEK_DAYS = 7;
const CHART_DAYS = 30;
const BEST = 10;
const DAY_MS = 24 * 60 * 60 * 1000;
const BAR_WIDTH = 56;

/**
 * Prints how the list grows: people, the share who came through a friend, the K-factor, the joins of
 * the last 30 days, and the codes that brought most friends. Names nobody.
 */
export async function stats({ redis }: Session): Promise<void> {
  const { positions, joined, days: counters, pages } = await beginReading(redis);
  const days = new Map([...counters].filter(([field]) => isTotal(field)));
  const joins = sum([...days.values()]);
  if (positions + joins === 0) return console.log('Nobody is on the list yet.');

  // Who has had a week joined before these: the last join numbers are theirs.
  const recent = sum(lastDays(days, WEEK_DAYS + 1).map(({ alone, invited }) => alone + invited));
  const all = { friends: 0, people: 0 };
  const settled = { friends: 0, people: 0 };
  let best: { code: string; friends: number; position: number | undefined }[] = [];
  for await (const page of pages('Reading the queue', false)) {
    for (const { code, score, position } of page) {
      if (!parseReferralCode(code)) continue;
      const friends = friendsOf(code, Number(score));
      for (const group of joinNumber(code) <= joined - recent ? [all, settled] : [all]) {
        group.friends += friends;
        group.people += 1;
      }
      if (friends <= (best[BEST - 1]?.friends ?? 0)) continue;
      // Of equals, who comes first in line: the sort keeps their order.
      best = [...best, { code, friends, position }].sort((a, b) => b.friends - a.friends);
      best = best.slice(0, BEST);
    }
  }

  const invited = sum([...days].map(([day, count]) => (day.endsWith(' invited') ? count : 0)));
  const share = `${((invited / joins) * 100).toFixed(1)} % of the ${figure(joins)} who ever joined`;
  console.log(`People in line       ${figure(positions)}
Joined by referral   ${figure(invited)}${joins ? `, ${share}` : ''}
K-factor             ${average(settled)} friends brought by a person on average, of the
                     ${figure(settled.people)} who have been in line for at least 7 days
                     ${average(all)} of everybody

Joins a day in UTC   █ through a friend  ▒ alone

${daysChart(lastDays(days, CHART_DAYS)).join('\n')}
`);
  if (!best.length) return console.log('Nobody has brought a friend yet.');
  console.log('Who brought most     friends   position');
  for (const { code, friends, position } of best) {
    const figures = [figure(friends), position ? figure(position) : 'admitted'];
    console.log(`${code.padEnd(19)}${figures.map((text) => text.padStart(9)).join('  ')}`);
  }
}

/** Whether a counter of KEYS.days is of all of a day. */
function isTotal(field: string): boolean {
  const counted = parseDayField(field);
  return counted !== undefined && counted.source === undefined;
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** 0.31, or a dash where there is nobody to count. */
function average({ friends, people }: { friends: number; people: number }): string {
  return people ? (friends / people).toFixed(2) : '–';
}

/** The last `count` days, today last, from the counters of KEYS.days; a day without any is 0. */
function lastDays(counters: Map<string, number>, count: number) {
  return Array.from({ length: count }, (_, i) => {
    const day = dayOf(Date.now() - (count - 1 - i) * DAY_MS);
    const [alone = 0, invited = 0] = [day, `${day} invited`].map((field) => counters.get(field));
    return { day, alone, invited };
  });
}

/** A line a day, at most 80 columns: `2026-11-21  ████████▒▒▒▒▒▒▒▒▒▒▒▒  1,234`. */
function daysChart(days: ReturnType<typeof lastDays>): string[] {
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
