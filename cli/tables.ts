import { dayOf, timeOf } from '../netlify/queue/record.ts';
import type { LinkedMember } from './read-all-members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 60;
const TOP = 10;
const REFERRAL_BARS = 10;

/** The first column names a row; the others count members unless they say otherwise. */
export interface Table {
  columns: string[];
  rows: (string | number)[][];
}

/** What `stats` prints and `report` draws; `members` has at least one. Days and hours are in UTC. */
export function tablesOf(members: LinkedMember[]) {
  const today = dayOf(Date.now());
  const byDay = Map.groupBy(members, ({ joinedAt }) => dayOf(joinedAt));
  const admitted = members.filter(({ wave }) => wave).length;
  const referred = countReferred(members);
  const share = ((referred / members.length) * 100).toFixed(1);
  const summary: [name: string, count: number][] = [
    ['Waiting', members.length - admitted],
    ['Admitted', admitted],
    ['Joined today', byDay.get(today)?.length ?? 0],
    [`Referred, ${share} % of all`, referred],
  ];
  const daysWithJoins = [...byDay.keys()].sort();
  const lastDay = daysWithJoins.at(-1) ?? today;
  const hourOf = ({ joinedAt }: LinkedMember) => `${timeOf(joinedAt).slice(11, 13)}:00`;
  const byHour = Map.groupBy(byDay.get(lastDay) ?? [], hourOf);
  return {
    summary,
    sources: sourceTable(members),
    referrers: referrerTable(members),
    days: joinTable('Day', daysSince(daysWithJoins[0] ?? today), byDay),
    hours: joinTable(`Hour of ${lastDay}`, [...byHour.keys()].sort(), byHour),
    referrals: referralTable(members),
  };
}

const countReferred = (members: LinkedMember[]) => members.filter((each) => each.referredBy).length;

/** The last DAYS days until today, but none before the first. */
function daysSince(first: string): string[] {
  const days = Array.from({ length: DAYS }, (_, i) => dayOf(Date.now() - (DAYS - 1 - i) * DAY_MS));
  return days.filter((day) => day >= first);
}

function joinTable(title: string, names: string[], groups: Map<string, LinkedMember[]>): Table {
  const rows = names.map((name) => {
    const joined = groups.get(name) ?? [];
    return [name, joined.length, countReferred(joined)];
  });
  return { columns: [title, 'Members', 'Referred'], rows };
}

function sourceTable(members: LinkedMember[]): Table {
  const groups = [...Map.groupBy(members, ({ firstSource }) => firstSource)];
  groups.sort(([, a], [, b]) => b.length - a.length);
  const others = groups.splice(TOP).flatMap(([, all]) => all);
  if (others.length) groups.push(['other sources', others]);
  const weekAgo = Date.now() - 7 * DAY_MS;
  const rows = groups.map(([source, all]) => {
    const lastWeek = all.filter(({ joinedAt }) => joinedAt > weekAgo).length;
    return [source, all.length, countReferred(all), lastWeek];
  });
  return { columns: ['Source', 'Members', 'Referred', 'Last 7 days'], rows };
}

function referrerTable(members: LinkedMember[]): Table {
  const rows = members
    .filter(({ referrals }) => referrals.length)
    .sort((a, b) => b.referrals.length - a.referrals.length)
    .slice(0, TOP)
    .map(({ code, referrals }) => [code, referrals.length]);
  return { columns: ['Best referrers', 'Referrals'], rows };
}

/** How many members have one referral, two, and so on. */
function referralTable(members: LinkedMember[]): Table {
  const rows = Array.from({ length: REFERRAL_BARS }, (_, i) => {
    const name = i + 1 === REFERRAL_BARS ? `${i + 1} or more` : `${i + 1}`;
    const isInBar = ({ length }: LinkedMember[]) => Math.min(length, REFERRAL_BARS) === i + 1;
    return [name, members.filter(({ referrals }) => isInBar(referrals)).length];
  });
  return { columns: ['Referrals', 'Members'], rows };
}
