import type { Goal } from './goal.ts';
import type { Journey } from './journey.ts';
import { summary } from './report-journeys.ts';
import { type Measured, middle, middleScores } from './report-scores.ts';

/** Lighthouse's part of what the site is held to, each judged by its median. */
export function scoreGoals(measured: Measured[], ours: string, floor: string): Goal[] {
  const pages = measured.filter(({ site }) => site === ours);
  const landing = pages.find(({ path }) => path === '/');
  const bare = measured.find(({ site, path }) => site === floor && path === '/');
  if (!landing || !bare) return [];
  const scores = pages.map(middleScores);
  const ratio = middle(landing, 'lcp') / middle(bare, 'lcp');
  const tbt = Math.max(...pages.map((page) => middle(page, 'tbt')));
  const cls = Math.max(...pages.map((page) => middle(page, 'cls')));
  return [
    {
      goal: `100/100/100/100 on ${pages.map(({ path }) => path).join(', ')}`,
      reached: scores.map((four) => four.join('/')).join(', '),
      met: scores.flat().every((score) => score === 100),
    },
    { goal: 'LCP within 1.03x of the floor', reached: `${ratio.toFixed(3)}x`, met: ratio <= 1.03 },
    { goal: 'TBT under 20 ms', reached: `${Math.round(tbt)} ms`, met: tbt < 20 },
    { goal: 'CLS 0', reached: cls.toFixed(4), met: cls < 0.0005 },
  ];
}

/** The journeys' part. Losses are counted in all of ours, times are medians. */
export function journeyGoals(journeys: Journey[], ours: string): Goal[] {
  const mine = journeys.filter(({ site }) => site === ours);
  if (!mine.length) return [];
  const all = summary(mine);
  const { tapToForm } = summary(mine.filter(({ rate }) => rate === 6));
  const { slowestKey } = summary(mine.filter(({ rate }) => rate === 4));
  return [
    {
      goal: '0 taps and 0 characters lost in at least 40 journeys',
      reached: `${all.tapsLost} and ${all.charactersLost} in ${all.count}`,
      met: all.tapsLost + all.charactersLost + all.unconfirmed === 0 && all.count >= 40,
    },
    {
      goal: 'tap to form under 100 ms at 6x',
      reached: `${Math.round(tapToForm)} ms`,
      met: tapToForm < 100,
    },
    {
      goal: 'slowest keystroke under 200 ms at 4x',
      reached: `${Math.round(slowestKey)} ms`,
      met: slowestKey < 200,
    },
  ];
}
