import { dayOf } from '../netlify/queue/keys.ts';
import { figure } from './show.ts';

/** The joins of one day in UTC. */
export interface Day {
  day: string;
  alone: number;
  invited: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const BAR_WIDTH = 56;

/** The last `count` days, today last, from the counters of KEYS.days; a day without any is 0. */
export function lastDays(counters: Map<string, number>, count: number, now = Date.now()): Day[] {
  return Array.from({ length: count }, (_, i) => {
    const day = dayOf(now - (count - 1 - i) * DAY_MS);
    const [alone = 0, invited = 0] = [day, `${day} invited`].map((field) => counters.get(field));
    return { day, alone, invited };
  });
}

/** A line a day, at most 80 columns: `2026-11-21  ████████▒▒▒▒▒▒▒▒▒▒▒▒  1,234`. */
export function daysChart(days: Day[]): string[] {
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
