import { dayOf, timeOf } from '../netlify/queue/record.ts';
import type { LinkedMember } from './read-all-members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 60;
/** The most rows in a table of sources, referrers or referral counts. */
const TOP = 10;

/** The first column names a row; the others count members unless they say otherwise. */
export interface Table {
  columns: string[];
  rows: [name: string, ...counts: number[]][];
}

/** What `stats` prints and `report` draws; `members` has at least one. Days and hours are in UTC. */
export function tablesOf(members: LinkedMember[]) {
  const today = dayOf(Date.now());
  const byDay = groupBy(members, ({ joinedAt }) => dayOf(joinedAt));
  const [firstDay, lastDay] = [byDay[0]?.[0] ?? today, byDay.at(-1)?.[0] ?? today];
  const joinsByDay = new Map(byDay);
  const days = Array.from({ length: DAYS }, (_, i) => dayOf(Date.now() - (DAYS - 1 - i) * DAY_MS));
  const byHour = groupBy(joinsByDay.get(lastDay) ?? [], ({ joinedAt }) =>
    timeOf(joinedAt).slice(11, 13),
  );
  const admitted = members.filter(({ wave }) => wave).length;
  const referred = countReferred(members);
  const share = ((referred / members.length) * 100).toFixed(1);
  const summary: Table['rows'] = [
    ['Waiting', members.length - admitted],
    ['Admitted', admitted],
    ['Joined today', joinsByDay.get(today)?.length ?? 0],
    [`Referred, ${share} % of all`, referred],
  ];
  return {
    summary,
    sources: sourceTable(members),
    referrers: referrerTable(members),
    days: joinTable(
      'Day',
      days.filter((day) => day >= firstDay).map((day) => [day, joinsByDay.get(day) ?? []]),
    ),
    hours: joinTable(
      `Hour of ${lastDay}`,
      byHour.map(([hour, joined]) => [`${hour}:00`, joined]),
    ),
    referrals: referralTable(members),
  };
}

/** Groups sorted by name. */
const groupBy = (members: LinkedMember[], nameOf: (member: LinkedMember) => string) =>
  [...Map.groupBy(members, nameOf)].sort(([a], [b]) => (a < b ? -1 : 1));

const countReferred = (members: LinkedMember[]) => members.filter((each) => each.referredBy).length;

const joinTable = (title: string, groups: [name: string, LinkedMember[]][]): Table => ({
  columns: [title, 'Members', 'Referred'],
  rows: groups.map(([name, joined]) => [name, joined.length, countReferred(joined)]),
});

function sourceTable(members: LinkedMember[]): Table {
  const groups = [...Map.groupBy(members, ({ firstSource }) => firstSource)];
  groups.sort(([, a], [, b]) => b.length - a.length);
  const others = groups.splice(TOP).flatMap(([, joined]) => joined);
  if (others.length) groups.push(['other sources', others]);
  const weekAgo = Date.now() - 7 * DAY_MS;
  return {
    columns: ['Source', 'Members', 'Referred', 'Last 7 days'],
    rows: groups.map(([source, joined]) => {
      const lastWeek = joined.filter(({ joinedAt }) => joinedAt > weekAgo).length;
      return [source, joined.length, countReferred(joined), lastWeek];
    }),
  };
}

function referrerTable(members: LinkedMember[]): Table {
  const best = members
    .filter(({ referrals }) => referrals.length)
    .sort((a, b) => b.referrals.length - a.referrals.length)
    .slice(0, TOP);
  const rows: Table['rows'] = best.map(({ code, referrals }) => [code, referrals.length]);
  return { columns: ['Best referrers', 'Referrals'], rows };
}

/** How many members have one referral, two, and so on. */
function referralTable(members: LinkedMember[]): Table {
  const counts = members.map(({ referrals }) => Math.min(referrals.length, TOP));
  const rows = Array.from({ length: TOP }, (_, i): [string, number] => {
    const name = i + 1 === TOP ? `${TOP} or more` : `${i + 1}`;
    return [name, counts.filter((count) => count === i + 1).length];
  });
  return { columns: ['Referrals', 'Members'], rows };
}
