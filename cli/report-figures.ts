import { dayOf } from '../netlify/queue/keys.ts';
import type { Census } from './census.ts';
import { DAY_MS, type Day, type Group, sum, WEEK_DAYS } from './figures.ts';

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

/** What the days count under this name are sources beyond those that a day may have. */
const OTHER = 'other';

/** From how many friends on each bar is. */
const FRIENDS = [0, 1, 2, 3, 4, 5, 10, 20, 50, 100];

const HOUR_MS = 60 * 60 * 1000;
const WITHIN: [name: string, milliseconds: number][] = [
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
export function reportFigures(days: Day[], census: Census): Record<string, Figures> {
  const growth = growthOf(days);
  return {
    joins: joinsBySource(days.slice(-CHART_DAYS)),
    growth,
    share: growth,
    friends: friendsPerMember(census),
    weeks: kByWeek(census),
    first: timeToFirstFriend(census),
    waves: wavesOf(census),
  };
}

function joinsBySource(days: Day[]): Figures {
  const totals = new Map<string, number>();
  for (const { sources } of days) {
    for (const [name, joins] of sources) totals.set(name, (totals.get(name) ?? 0) + joins);
  }
  const ranked = [...totals].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const named = ranked.filter((name) => name !== OTHER).slice(0, SOURCES);
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

function friendsPerMember({ friends }: Census): Figures {
  const people = FRIENDS.map(() => 0);
  for (const count of friends) {
    const bar = FRIENDS.findLastIndex((least) => least <= count);
    people[bar] = (people[bar] ?? 0) + 1;
  }
  const rows = FRIENDS.map((least, i) => {
    const next = FRIENDS[i + 1];
    const name = next === undefined ? `${least} or more` : `${least} to ${next - 1}`;
    return [next === least + 1 ? `${least}` : name, people[i] ?? 0];
  });
  return { columns: ['Friends', 'People'], rows };
}

/** By the Monday of the week in which she joined, in UTC. */
function kByWeek({ joinedAt, friends }: Census): Figures {
  const weeks = new Map<number, Group>();
  for (const [i, moment] of joinedAt.entries()) {
    const day = Math.floor(moment / DAY_MS);
    // 1970 began on a Thursday.
    const monday = day - ((day + 3) % 7);
    const week = weeks.get(monday) ?? { people: 0, friends: 0 };
    weeks.set(monday, week);
    week.people += 1;
    week.friends += friends[i] ?? 0;
  }
  const rows = [...weeks]
    .sort(([a], [b]) => a - b)
    .map(([monday, { people, friends }]) => {
      const hadAWeek = (monday + 7 + WEEK_DAYS) * DAY_MS <= Date.now();
      const k = Math.round((friends / people) * 100) / 100;
      return [dayOf(monday * DAY_MS), people, friends, k, hadAWeek ? 'yes' : 'not all'];
    });
  return { columns: ['Week', 'People', 'Friends', 'K', 'Had a week'], rows };
}

function timeToFirstFriend({ joinedAt, inviters }: Census): Figures {
  const people = WITHIN.map(() => 0);
  const seen = new Set<number>();
  for (const [i, inviter] of inviters.entries()) {
    if (inviter < 0 || seen.has(inviter)) continue;
    seen.add(inviter);
    const took = (joinedAt[i] ?? 0) - (joinedAt[inviter] ?? 0);
    const bar = WITHIN.findIndex(([, most]) => took <= most);
    people[bar] = (people[bar] ?? 0) + 1;
  }
  const rows = seen.size ? WITHIN.map(([name], i) => [name, people[i] ?? 0]) : [];
  return { columns: ['Within', 'People'], rows };
}

function wavesOf({ waves }: Census): Figures {
  const rows = [...waves]
    .sort(([, a], [, b]) => a.since - b.since)
    .map(([wave, { people, since }]) => [wave, people, dayOf(since)]);
  return { columns: ['Wave', 'People', 'First let in'], rows };
}
