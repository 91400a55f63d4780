import { friendsOf, joinNumber } from '../../netlify/queue/referral-code.ts';
import { parseReferralCode } from '../../src/waitlist/shared/referral.ts';
import { type Day, daysChart, lastDays } from '../days-chart.ts';
import { beginReading } from '../read-queue.ts';
import { figure } from '../show.ts';
import type { Session } from '../waitlist.ts';

/** Whoever got her link on a Sunday may need until the next to bring a friend. */
const WEEK_DAYS = 7;
const CHART_DAYS = 30;
const BEST = 10;

interface Referrer {
  code: string;
  friends: number;
  position: number;
}

/**
 * Prints how the list grows: people, the share who came through a friend, the K-factor, the joins of
 * the last 30 days, and the codes that brought most friends. Names nobody.
 */
export async function stats({ redis }: Session): Promise<void> {
  const { positions, joined, days, pages } = await beginReading(redis);
  const joins = sum(days.values());
  if (positions + joins === 0) return console.log('Nobody is on the list yet.');

  // Who has had a week joined before these: the last join numbers are theirs.
  const recent = sum(lastDays(days, WEEK_DAYS + 1).map(joinsOf));
  const all = { friends: 0, people: 0 };
  const settled = { friends: 0, people: 0 };
  let best: Referrer[] = [];
  for await (const page of pages('Reading the queue', false)) {
    for (const { code, score, position } of page) {
      if (!parseReferralCode(code)) continue;
      const friends = friendsOf(code, Number(score));
      for (const group of joinNumber(code) <= joined - recent ? [all, settled] : [all]) {
        group.friends += friends;
        group.people += 1;
      }
      if (friends > (best[BEST - 1]?.friends ?? 0)) {
        best = withReferrer(best, { code, friends, position });
      }
    }
  }

  const invited = sum([...days].map(([day, count]) => (day.endsWith(' invited') ? count : 0)));
  const share = joins
    ? `, ${percent(invited / joins)} of the ${figure(joins)} who ever joined`
    : '';
  console.log(`People in line       ${figure(positions)}
Joined by referral   ${figure(invited)}${share}
K-factor             ${average(settled)} friends brought by a person on average, of the
                     ${figure(settled.people)} who have been in line for at least 7 days
                     ${average(all)} of everybody

Joins a day in UTC   █ through a friend  ▒ alone

${daysChart(lastDays(days, CHART_DAYS)).join('\n')}
`);
  if (!best.length) return console.log('Nobody has brought a friend yet.');
  console.log('Who brought most     friends   position');
  for (const { code, friends, position } of best) {
    console.log(
      `${code.padEnd(19)}${figure(friends).padStart(9)}  ${figure(position).padStart(9)}`,
    );
  }
}

/** The few who brought most; of equals, who comes first in line. */
function withReferrer(best: Referrer[], referrer: Referrer): Referrer[] {
  const sorted = [...best, referrer].sort(
    (a, b) => b.friends - a.friends || a.position - b.position,
  );
  return sorted.slice(0, BEST);
}

const joinsOf = ({ alone, invited }: Day) => alone + invited;

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** 0.31, or a dash where there is nobody to count. */
function average({ friends, people }: { friends: number; people: number }): string {
  return people ? (friends / people).toFixed(2) : '–';
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
