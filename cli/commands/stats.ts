import { KEYS } from '../../netlify/waitlist/queue.ts';
import { parseRecord } from '../../netlify/waitlist/record.ts';
import { friendsOf } from '../../netlify/waitlist/referral-code.ts';
import type { CompactMap } from '../compact-map.ts';
import { daysChart, lastDays, readDays } from '../days-chart.ts';
import { figure } from '../figure.ts';
import { readRecords, readScores } from '../read-list.ts';
import type { Session } from '../run.ts';

/** Whoever got her link on a Sunday may need until the next to bring a friend. */
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const CHART_DAYS = 30;
const BEST = 10;

/** What each person in line has brought. */
type Friends = Map<string, number>;

/**
 * Prints how the list grows: people, the share who came through a friend, the K-factor, the joins of
 * the last 30 days, and the codes that brought most friends. Names nobody.
 */
export async function stats({ redis, signal }: Session): Promise<void> {
  const days = await readDays(redis);
  const records = await readRecords(redis, { signal });
  const scores = await readScores(redis, { signal });
  const joins = sum(days.values());
  if (scores.size + joins === 0) return console.log('Nobody is on the list yet.');

  const invited = sum([...days].map(([day, count]) => (day.endsWith(' invited') ? count : 0)));
  const share = joins
    ? `, ${percent(invited / joins)} of the ${figure(joins)} who ever joined`
    : '';
  const friends: Friends = new Map();
  for (const [code, score] of scores) friends.set(code, friendsOf(code, score));
  const settled = friendsOfSettled(records, friends, Date.now() - WEEK_MS);

  console.log(`People in line       ${figure(scores.size)}`);
  console.log(`Joined by referral   ${figure(invited)}${share}`);
  console.log(
    `K-factor             ${average(settled)} friends brought by a person on average, of the`,
  );
  console.log(
    `                     ${figure(settled.length)} who have been in line for at least 7 days`,
  );
  console.log(`                     ${average([...friends.values()])} of everybody`);
  console.log(`\nJoins a day in UTC   █ through a friend  ▒ alone\n`);
  for (const line of daysChart(lastDays(days, CHART_DAYS))) console.log(line);

  const best = bestReferrers(friends);
  if (!best.length) return console.log('\nNobody has brought a friend yet.');
  const ranks = await Promise.all(best.map(([code]) => redis.zrank(KEYS.queue, code)));
  console.log('\nWho brought most     friends      place');
  best.forEach(([code, count], i) => {
    const place = figure((ranks[i] ?? Number.NaN) + 1);
    console.log(`${code.padEnd(19)}${figure(count).padStart(9)}  ${place.padStart(9)}`);
  });
}

/** The friends of each who joined before `moment`. */
function friendsOfSettled(records: CompactMap, friends: Friends, moment: number): number[] {
  const counts: number[] = [];
  for (const [phone, record] of records) {
    const member = parseRecord(phone, record);
    const count = member && friends.get(member.code);
    if (count !== undefined && member && member.joinedAt <= moment) counts.push(count);
  }
  return counts;
}

/** Most friends first; of equals, who came first: her code is the greater one. */
function bestReferrers(friends: Friends): [code: string, count: number][] {
  return [...friends]
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a > b ? -1 : 1))
    .slice(0, BEST);
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** 0.31, or a dash where there is nobody to count. */
function average(counts: number[]): string {
  return counts.length ? (sum(counts) / counts.length).toFixed(2) : '–';
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
