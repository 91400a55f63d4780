import { dayOf, parseDayField } from '../netlify/queue/keys.ts';
import { ALONE, type Census } from './census.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Whoever got her link on a Sunday may need until the next to bring a friend. */
export const WEEK_DAYS = 7;

export function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}

/** How many joined on a day, whoever left since among them. */
export interface Day {
  day: string;
  alone: number;
  invited: number;
  /** Source -> how many of all these came from there. */
  sources: Map<string, number>;
  /** How many came through a friend whose link named no source. */
  unsourcedFriends: number;
}

/** Every day from the first with a counter, but at least the last `count`, to today; in UTC. */
export function readDays(counters: Map<string, number>, count: number): Day[] {
  const days = new Map<string, Day>();
  const emptyDay = (day: string): Day => ({
    ...{ day, alone: 0, invited: 0, unsourcedFriends: 0 },
    sources: new Map(),
  });
  for (const [field, joins] of counters) {
    const { day, source, isInvited } = parseDayField(field) ?? {};
    if (!day) continue;
    const counted = days.get(day) ?? emptyDay(day);
    days.set(day, counted);
    if (source) counted.sources.set(source, (counted.sources.get(source) ?? 0) + joins);
    else counted[isInvited ? 'invited' : 'alone'] += joins;
    if (isInvited) counted.unsourcedFriends += source ? -joins : joins;
  }
  const today = Date.parse(dayOf(Date.now()));
  const earliest = Math.min(...[...days.keys()].map((day) => Date.parse(day)));
  const first = Math.min(earliest, today - (count - 1) * DAY_MS);
  return Array.from({ length: (today - first) / DAY_MS + 1 }, (_, i) => {
    const day = dayOf(first + i * DAY_MS);
    return days.get(day) ?? emptyDay(day);
  });
}

/** Some people, and the friends whom they brought. */
export interface Group {
  people: number;
  friends: number;
}

/** The K-factor of a group as 0.31; a dash where there is nobody to count. */
export const kFactor = ({ people, friends }: Group) =>
  people ? (friends / people).toFixed(2) : '–';

/** Whom a source brought, each counted where the chain of friends that led to her began. */
export interface Source {
  /** Empty for who came from nowhere known. */
  name: string;
  people: number;
  /** How many of them came through a friend, and how many through a friend of a friend. */
  invited: number;
  furtherInvited: number;
  /** Those of them who have had a week to bring friends. */
  settled: Group;
  /** How many of them joined in the last seven days. */
  lastWeek: number;
}

/** All sources, the one that brought most first. A friend whose link names none is of her inviter's. */
export function bySource({ joinedAt, inviters, friends, sources, sourceNames }: Census): Source[] {
  const found = sourceNames.map(
    (name): Source => ({
      ...{ name, people: 0, invited: 0, furtherInvited: 0, lastWeek: 0 },
      settled: { people: 0, friends: 0 },
    }),
  );
  const weekAgo = Date.now() - WEEK_DAYS * DAY_MS;
  const before = Date.parse(dayOf(weekAgo));
  const origins = new Float64Array(sources.length);
  for (const [i, inviter] of inviters.entries()) {
    origins[i] = sources[i] || (origins[inviter] ?? 0);
    const source = found[origins[i] ?? 0];
    if (!source) continue;
    source.people += 1;
    if (inviter !== ALONE) source.invited += 1;
    if ((inviters[inviter] ?? ALONE) !== ALONE) source.furtherInvited += 1;
    if ((joinedAt[i] ?? 0) >= weekAgo) source.lastWeek += 1;
    if ((joinedAt[i] ?? 0) >= before) continue;
    source.settled.people += 1;
    source.settled.friends += friends[i] ?? 0;
  }
  return found.filter(({ people }) => people).sort((a, b) => b.people - a.people);
}
