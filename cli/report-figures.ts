import { dayOf } from '../netlify/queue/keys.ts';
import type { Census } from './census.ts';
import { DAY_MS, type Day, WEEK_DAYS } from './figures.ts';

/** Of a table, by the titles of its columns. */
export type Row = Record<string, string | number>;

/** The rows of a chart's table, and what is drawn where that is not the same. */
export interface Figures {
  rows: Row[];
  values?: Row[];
}

const CHART_DAYS = 60;

/** More cannot be told apart. */
const SOURCES = 5;

/** From which number of friends on. */
const FRIENDS = [0, 1, 2, 3, 4, 5, 10, 20, 50];

const MINUTE_MS = 60 * 1000;
const WITHIN: [name: string, milliseconds: number][] = [
  ['10 minutes', 10 * MINUTE_MS],
  ['an hour', 60 * MINUTE_MS],
  ['6 hours', 360 * MINUTE_MS],
  ['a day', DAY_MS],
  ['3 days', 3 * DAY_MS],
  ['a week', 7 * DAY_MS],
  ['30 days', 30 * DAY_MS],
  ['later', Infinity],
];

/** What each chart of report-charts.json shows, under its name. */
export function reportFigures(days: Day[], census: Census) {
  const growth = growthOf(days);
  return {
    joins: joinsBySource(days.slice(-CHART_DAYS)),
    growth: { rows: growth },
    share: { rows: growth },
    friends: { rows: friendsPerMember(census) },
    weeks: { rows: kByWeek(census) },
    first: { rows: timeToFirstFriend(census) },
    waves: { rows: wavesOf(census) },
  } satisfies Record<string, Figures>;
}

function joinsBySource(days: Day[]): Figures {
  const totals = new Map<string, number>();
  for (const { sources } of days) {
    for (const [name, joins] of sources) totals.set(name, (totals.get(name) ?? 0) + joins);
  }
  const ranked = [...totals.keys()].sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0));
  const shown = ranked.filter((name) => name !== OTHER).slice(0, SOURCES);
  const rows = days.map(({ day, alone, invited, sources, unsourcedFriends }): Row => {
    const named = shown.map((name) => [name, sources.get(name) ?? 0] as const);
    const known = [...sources.values()].reduce((sum, joins) => sum + joins, 0);
    const others = known - named.reduce((sum, [, joins]) => sum + joins, 0);
    return {
      Day: day,
      ...Object.fromEntries(named),
      ...(ranked.length > shown.length && { 'other sources': others }),
      "a friend's link": unsourcedFriends,
      'no source': alone + invited - known - unsourcedFriends,
    };
  });
}
