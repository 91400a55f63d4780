import { dayOf } from '../netlify/queue/record.ts';
import type { Person } from './census.ts';
import { broughtBy, DAY_MS, type Day, kFactor, sum, WEEK_MS } from './figures.ts';

type Cell = string | number;

/** The table of a chart, of which each row is drawn; `values` where that would draw too little. */
export interface Figures {
  columns: string[];
  rows: Cell[][];
  values?: Record<string, Cell>[];
}

const CHART_DAYS = 60;

/** More cannot be told apart. */
const SOURCES = 5;

/** The bars of a chart: up to how much each counts. */
type Bars = [name: string, most: number][];

const FRIENDS: Bars = [
  ['0', 0],
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 4],
  ['5 to 9', 9],
  ['10 to 19', 19],
  ['20 to 49', 49],
  ['50 to 99', 99],
  ['100 or more', Infinity],
];

const HOUR_MS = 60 * 60 * 1000;
const WITHIN: Bars = [
  ['10 minutes', HOUR_MS / 6],
  ['an hour', HOUR_MS],
  ['6 hours', 6 * HOUR_MS],
  ['a day', DAY_MS],
  ['3 days', 3 * DAY_MS],
  ['a week', 7 * DAY_MS],
  ['30 days', 30 * DAY_MS],
  ['more', Infinity],
];

/** The figures of each chart of report-charts.json, by its name. */
export function reportFigures(days: Day[], people: Person[]): Record<string, Figures> {
  const growth = growthOf(days);
  const took = people.flatMap(({ joinedAt, friends: [first] }) =>
    first ? first.joinedAt - joinedAt : [],
  );
  const friends = people.map((person) => person.friends.length);
  return {
    joins: joinsBySource(days.slice(-CHART_DAYS)),
    growth,
    share: growth,
    friends: histogram('Friends', FRIENDS, friends),
    weeks: kByWeek(people),
    first: histogram('Within', WITHIN, took),
    waves: wavesOf(people),
  };
}

function joinsBySource(days: Day[]): Figures {
  const totals = new Map<string, number>();
  for (const { sources } of days) {
    for (const [name, joins] of sources) totals.set(name, (totals.get(name) ?? 0) + joins);
  }
  const ranked = [...totals].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const named = ranked.slice(0, SOURCES);
  const hasOthers = ranked.length > named.length;
  const kinds = [
    ...named,
    ...(hasOthers ? ['other sources'] : []),
    "a friend's link",
    'nowhere known',
  ];
  const rows = days.map(({ day, alone, invited, sources, unsourcedFriends }) => {
    const counts = named.map((name) => sources.get(name) ?? 0);
    const known = sum(sources.values());
    const others = hasOthers ? [known - sum(counts)] : [];
    const rest = alone + invited - known - unsourcedFriends;
    return [day, ...counts, ...others, unsourcedFriends, rest];
  });
  const values = rows.flatMap(([Day = '', ...counts]) =>
    counts.map((Joined, Order) => ({ Day, Source: kinds[Order] ?? '', Joined, Order })),
  );
  return { columns: ['Day', ...kinds], rows, values };
}

function growthOf(days: Day[]): Figures {
  let [alone, friends] = [0, 0];
  const rows = days.map((day) => {
    alone += day.alone;
    friends += day.invited;
    const share = Math.round((friends / (alone + friends || 1)) * 1000) / 10;
    return [day.day, alone + friends, alone, friends, share];
  });
  return { columns: ['Day', 'In all', 'Alone', 'Through a friend', 'Share'], rows };
}

/** How many of some counts each bar has. */
function histogram(title: string, bars: Bars, counts: number[]): Figures {
  const found = Map.groupBy(counts, (count) => bars.findIndex(([, most]) => count <= most));
  const rows = bars.map(([name], i) => [name, found.get(i)?.length ?? 0]);
  return { columns: [title, 'People'], rows: counts.length ? rows : [] };
}

/** By the Monday of the week in which she joined, in UTC. */
function kByWeek(people: Person[]): Figures {
  const weeks = Map.groupBy(people, ({ joinedAt }) => {
    const day = Math.floor(joinedAt / DAY_MS);
    // 1970 began on a Thursday.
    return (day - ((day + 3) % 7)) * DAY_MS;
  });
  const rows = [...weeks]
    .sort(([a], [b]) => a - b)
    .map(([monday, all]) => {
      const hadAWeek = monday + 2 * WEEK_MS <= Date.now();
      const cells = [all.length, broughtBy(all), Number(kFactor(all))];
      return [dayOf(monday), ...cells, hadAWeek ? 'yes' : 'not all'];
    });
  return { columns: ['Week', 'People', 'Friends', 'K', 'Had a week'], rows };
}

function wavesOf(people: Person[]): Figures {
  const waves = Map.groupBy(people, ({ wave }) => wave);
  waves.delete(undefined);
  const since = (all: Person[]) =>
    all.reduce((first, { admittedAt = 0 }) => Math.min(first, admittedAt), Infinity);
  const rows = [...waves]
    .map(([wave = '', all]) => ({ wave, people: all.length, since: since(all) }))
    .sort((a, b) => a.since - b.since)
    .map(({ wave, people, since }) => [wave, people, dayOf(since)]);
  return { columns: ['Wave', 'People', 'First let in'], rows };
}
