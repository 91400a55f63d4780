import { KEYS } from '../../netlify/queue/queue.ts';
import { parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import type { CompactMap } from '../compact-map.ts';
import type { CompactScores } from '../compact-scores.ts';
import { daysChart, lastDays, readDays } from '../days-chart.ts';
import { figure } from '../figure.ts';
import { readCompactScores, readRecords } from '../read-list.ts';
import type { Session } from '../run.ts';

/** Whoever got her link on a Sunday may need until the next to bring a friend. */
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const CHART_DAYS = 30;
const BEST = 10;

/**
 * Prints how the list grows: people, the share who came through a friend, the K-factor, the joins of
 * the last 30 days, and the codes that brought most friends. Names nobody.
 */
export async function stats({ redis, signal }: Session): Promise<void> {
  const days = await readDays(redis);
  const records = await readRecords(redis, { signal });
  const scores = await readCompactScores(redis, { signal });
  const joins = sum(days.values());
  if (scores.size + joins === 0) return console.log('Nobody is on the list yet.');

  const invited = sum([...days].map(([day, count]) => (day.endsWith(' invited') ? count : 0)));
  const share = joins
    ? `, ${percent(invited / joins)} of the ${figure(joins)} who ever joined`
    : '';
  const settled = friendsOfSettled(records, scores, Date.now() - WEEK_MS);
  const { friends, best } = friendsOfAll(scores);

  console.log(`People in line       ${figure(scores.size)}
Joined by referral   ${figure(invited)}${share}
K-factor             ${average(settled)} friends brought by a person on average, of the
                     ${figure(settled.people)} who have been in line for at least 7 days
                     ${average({ friends, people: scores.size })} of everybody

Joins a day in UTC   █ through a friend  ▒ alone

${daysChart(lastDays(days, CHART_DAYS)).join('\n')}
`);
  if (!best.length) return console.log('Nobody has brought a friend yet.');
  const ranks = await Promise.all(best.map(({ code }) => redis.zrank(KEYS.queue, code)));
  console.log('Who brought most     friends      place');
  best.forEach(({ code, count }, i) => {
    const rank = ranks[i] ?? null;
    const place = rank === null ? 'left' : figure(rank + 1);
    console.log(`${code.padEnd(19)}${figure(count).padStart(9)}  ${place.padStart(9)}`);
  });
}

interface Brought {
  friends: number;
  people: number;
}

/** What those have brought who joined before `moment`. */
function friendsOfSettled(records: CompactMap, scores: CompactScores, moment: number): Brought {
  const brought = { friends: 0, people: 0 };
  for (const [phone, record] of records) {
    const member = parseRecord(phone, record);
    if (!member || member.joinedAt > moment) continue;
    const score = scores.get(member.code);
    if (score === undefined) continue;
    brought.friends += friendsOf(member.code, score);
    brought.people += 1;
  }
  return brought;
}

/** What all have brought, and the few who brought most; of equals, who came first. */
function friendsOfAll(scores: CompactScores) {
  let friends = 0;
  let best: { code: string; count: number }[] = [];
  for (const [code, score] of scores) {
    const count = friendsOf(code, score);
    friends += count;
    if (count === 0 || count < (best[BEST - 1]?.count ?? 0)) continue;
    best.push({ code, count });
    // A code that came first is the greater one.
    best.sort((a, b) => b.count - a.count || (a.code > b.code ? -1 : 1));
    best = best.slice(0, BEST);
  }
  return { friends, best };
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** 0.31, or a dash where there is nobody to count. */
function average({ friends, people }: Brought): string {
  return people ? (friends / people).toFixed(2) : '–';
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
