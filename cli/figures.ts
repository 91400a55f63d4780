import { dayOf } from '../netlify/queue/record.ts';
import type { Person } from './census.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Whoever got her link on a Sunday may need until the next to bring a friend. */
export const WEEK_MS = 7 * DAY_MS;

export function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** How many joined on a day and are on the list. */
export interface Day {
  day: string;
  alone: number;
  invited: number;
  /** Source -> how many of all these came from there. */
  sources: Map<string, number>;
  /** How many came through a friend whose link named no source. */
  unsourcedFriends: number;
}

/** Every day from the first on which somebody joined, but at least the last `count`, to today; in UTC. */
export function daysOf(people: Person[], count: number): Day[] {
  const days = new Map<string, Day>();
  const emptyDay = (day: string): Day => ({
    ...{ day, alone: 0, invited: 0, unsourcedFriends: 0 },
    sources: new Map(),
  });
  for (const { joinedAt, source, inviter } of people) {
    const day = dayOf(joinedAt);
    const counted = days.get(day) ?? emptyDay(day);
    days.set(day, counted);
    counted[inviter ? 'invited' : 'alone'] += 1;
    if (source) counted.sources.set(source, (counted.sources.get(source) ?? 0) + 1);
    else if (inviter) counted.unsourcedFriends += 1;
  }
  const today = Date.parse(dayOf(Date.now()));
  const earliest = Math.min(...[...days.keys()].map((day) => Date.parse(day)));
  const first = Math.min(earliest, today - (count - 1) * DAY_MS);
  return Array.from({ length: (today - first) / DAY_MS + 1 }, (_, i) => {
    const day = dayOf(first + i * DAY_MS);
    return days.get(day) ?? emptyDay(day);
  });
}

/** The K-factor of some people, how many friends each brought on average, as 0.31; a dash for nobody. */
export const kFactor = (people: Person[]) =>
  people.length ? (broughtBy(people) / people.length).toFixed(2) : '–';

/** How many friends some people have brought. */
export const broughtBy = (people: Person[]) => sum(people.map(({ friends }) => friends.length));

/** Those who joined before the day a week ago, in UTC: they have had the time to bring friends. */
export function settledOf(people: Person[]): Person[] {
  const before = Date.parse(dayOf(Date.now() - WEEK_MS));
  return people.filter(({ joinedAt }) => joinedAt < before);
}
