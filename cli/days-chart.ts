import type { Redis } from '@upstash/redis';
import { dayOf, KEYS } from '../netlify/queue/queue.ts';
import { figure } from './figure.ts';

/** The joins of one day in UTC. */
export interface Day {
  day: string;
  alone: number;
  invited: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const BAR_WIDTH = 56;

/** The counters that the signup keeps: "2026-11-21" for who came alone, "2026-11-21 invited". */
export async function readDays(redis: Pick<Redis, 'hgetall'>): Promise<Map<string, number>> {
  // A flat list, since our client takes replies as they come.
  const flat = (await redis.hgetall(KEYS.days)) as unknown as string[];
  const days = new Map<string, number>();
  for (let i = 0; i < flat.length; i += 2) days.set(flat[i] ?? '', Number(flat[i + 1]));
  return days;
}

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
