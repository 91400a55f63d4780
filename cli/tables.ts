import { dayOf } from '../netlify/queue/record.ts';
import type { LinkedMember } from './read-all-members.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** A friend may take a week to join. */
export const hadAWeek = ({ joinedAt }: LinkedMember) => joinedAt < Date.now() - WEEK_MS;

export interface Table {
  columns: string[];
  rows: (string | number)[][];
}

/** With the others one for each colour of report.html. */
const SOURCES = 7;
const OTHERS = 'other sources';

type Bars = [name: string, upTo: number][];

const FRIEND_BARS: Bars = [
  ...[0, 1, 2, 3, 4].map((count): Bars[0] => [`${count}`, count]),
  ['5 to 9', 9],
  ['10 to 19', 19],
  ['20 to 49', 49],
  ['50 to 99', 99],
  ['100 or more', Number.POSITIVE_INFINITY],
];

const WAIT_BARS: Bars = [
  ['10 minutes', HOUR_MS / 6],
  ['an hour', HOUR_MS],
  ['6 hours', 6 * HOUR_MS],
  ['a day', DAY_MS],
  ['3 days', 3 * DAY_MS],
  ['a week', WEEK_MS],
  ['30 days', 30 * DAY_MS],
  ['more', Number.POSITIVE_INFINITY],
];

export function tablesOf(members: LinkedMember[]) {
  const days = periodsOf(members, DAY_MS, 30);
  const friends = members.map((member) => member.referrals.length);
  const waits = members.flatMap(({ joinedAt, referrals: [first] }) =>
    first ? first.joinedAt - joinedAt : [],
  );
  return {
    hours: joins('Hour', periodsOf(members, HOUR_MS, 48).slice(-48)),
    days: joins('Day', days.slice(-30)),
    daysBySource: joinsBySource(days.slice(-60)),
    sources: sources(members),
    growth: growth(days),
    friends: histogram('Friends', FRIEND_BARS, friends),
    weeks: weeks(members),
    first: histogram('Within', WAIT_BARS, waits),
    waves: waves(members),
  } satisfies Record<string, Table>;
}

type Period = [name: string, members: LinkedMember[]];

/** Each hour or day since the first join, and at least the last `least`. */
function periodsOf(members: LinkedMember[], length: number, least: number): Period[] {
  const joined = Map.groupBy(members, ({ joinedAt }) => Math.floor(joinedAt / length));
  const now = Math.floor(Date.now() / length);
  const first = [...joined.keys()].reduce((a, b) => Math.min(a, b), now - least + 1);
  return Array.from({ length: now - first + 1 }, (_, i) => {
    const text = new Date((first + i) * length).toISOString().replace('T', ' ');
    const name = text.slice(0, length === DAY_MS ? 10 : 16);
    return [first + i === now ? `${name} so far` : name, joined.get(first + i) ?? []];
  });
}

export const countReferred = (members: LinkedMember[]) =>
  members.filter(({ referredBy }) => referredBy).length;
export const admittedAmong = (members: LinkedMember[]) => members.filter(({ wave }) => wave).length;

const sumOfFriends = (members: LinkedMember[]) =>
  members.reduce((sum, { referrals }) => sum + referrals.length, 0);

export const kFactor = (members: LinkedMember[]) =>
  members.length ? (sumOfFriends(members) / members.length).toFixed(2) : '–';

function joins(title: string, periods: Period[]): Table {
  const rows = periods.map(([name, members]) => {
    const invited = countReferred(members);
    return [name, members.length, invited, members.length - invited];
  });
  return { columns: [title, 'In all', 'Invited', 'Alone'], rows };
}

const bySource = (members: LinkedMember[]) =>
  [...Map.groupBy(members, (each) => each.firstSource)].sort(([, a], [, b]) => b.length - a.length);

function sources(members: LinkedMember[]): Table {
  const rows = bySource(members).map(([name, all]) => {
    const further = all.filter(({ referrer }) => referrer?.referredBy).length;
    const settled = all.filter(hadAWeek);
    const aDay = ((all.length - settled.length) / 7).toFixed(1);
    return [all.length, countReferred(all), further, kFactor(settled), aDay, name];
  });
  return { columns: ['Members', 'Invited', 'Further', 'K', 'A day', 'Source'], rows };
}

function joinsBySource(days: Period[]): Table {
  const ranked = bySource(days.flatMap(([, members]) => members));
  const named = ranked.slice(0, SOURCES).map(([name]) => name);
  const kinds = [...named, OTHERS];
  const rows = days.map(([name, members]) => {
    const found = Map.groupBy(members, ({ firstSource: source }) =>
      named.includes(source) ? source : OTHERS,
    );
    return [name, ...kinds.map((kind) => found.get(kind)?.length ?? 0)];
  });
  return { columns: ['Day', ...kinds], rows };
}

function growth(days: Period[]): Table {
  let [all, invited] = [0, 0];
  const rows = days.map(([name, members]) => {
    all += members.length;
    invited += countReferred(members);
    return [name, all, invited, all - invited, Math.round((invited / (all || 1)) * 1000) / 10];
  });
  return { columns: ['Day', 'In all', 'Invited', 'Alone', 'Invited in %'], rows };
}

function histogram(title: string, bars: Bars, counts: number[]): Table {
  const found = Map.groupBy(counts, (count) => bars.findIndex(([, upTo]) => count <= upTo));
  const rows = bars.map(([name], i) => [name, found.get(i)?.length ?? 0]);
  return { columns: [title, 'Members'], rows: counts.length ? rows : [] };
}

function weeks(members: LinkedMember[]): Table {
  // In UTC from Monday on; 1970 began on a Thursday.
  const weekOf = ({ joinedAt }: LinkedMember) => Math.floor((joinedAt + 3 * DAY_MS) / WEEK_MS);
  const found = [...Map.groupBy(members, weekOf)].sort(([a], [b]) => a - b);
  const rows = found.map(([week, all]) => {
    const monday = week * WEEK_MS - 3 * DAY_MS;
    const name = dayOf(monday) + (monday + 2 * WEEK_MS > Date.now() ? ' so far' : '');
    const referrals = sumOfFriends(all);
    return [name, all.length, referrals, Math.round((referrals / all.length) * 100) / 100];
  });
  return { columns: ['Week', 'Members', 'Friends', 'K'], rows };
}

function waves(members: LinkedMember[]): Table {
  const now = Date.now();
  const byAdmission = members
    .filter(({ wave }) => wave)
    .sort(({ admittedAt: a = now }, { admittedAt: b = now }) => a - b);
  const rows = Array.from(
    Map.groupBy(byAdmission, ({ wave = '' }) => wave),
    ([wave, all]) => [wave, all.length, dayOf(all[0]?.admittedAt ?? now)],
  );
  return { columns: ['Wave', 'Members', 'First admitted'], rows };
}
