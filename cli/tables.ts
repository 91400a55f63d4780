import { acceptsTexts, dayOf } from '../netlify/queue/record.ts';
import { isTextablePhone } from '../src/waitlist/shared/phone.ts';
import { fullName } from './format.ts';
import type { LinkedMember } from './members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;
/** The most sources or referrers in a table. */
const TOP = 10;

const OTHERS = 'other sources';

type Group = [name: string, joined: LinkedMember[]];
type NameOf = (member: LinkedMember) => string;

/** The first column names a row; the others count members unless they say otherwise. */
export interface Table {
  columns: string[];
  rows: [name: string, ...counts: number[]][];
}

export function tablesOf(members: LinkedMember[]) {
  const count = (test: (member: LinkedMember) => unknown) => members.filter(test).length;
  const admitted = members.filter(({ wave }) => wave);
  const referred = countReferred(members);
  const share = ((referred / members.length) * 100 || 0).toFixed(1);
  const summary: Table['rows'] = [
    ['Members', members.length],
    ['Waiting', members.length - admitted.length],
    ['Admitted', admitted.length],
    ['Accept texts', count(acceptsTexts)],
    ['Opted out', count(({ optedOutAt }) => optedOutAt)],
    ['Invalid phones', count(({ phone }) => !isTextablePhone(phone))],
    ['Joined today', count(({ joinedAt }) => dayOf(joinedAt) === dayOf(Date.now()))],
    [`Referred, ${share} % of all`, referred],
  ];
  const waves = [...Map.groupBy(admitted, ({ wave = '' }) => wave)];
  waves.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    summary,
    waves: joinTable('Wave', waves),
    sources: sourceTable(members),
    days: dayTable(members),
    referrers: referrerTable(members),
  };
}

/** The campaigns of a source follow their sum. */
function sourceTable(members: LinkedMember[]): Table {
  const sourceOf = ({ firstSource }: LinkedMember) => firstSource.replace(/\/.*/, '');
  const groups = largestGroups(members, sourceOf, OTHERS).flatMap((group): Group[] => {
    const [source, joined] = group;
    if (source === OTHERS) return [group];
    const campaigns = largestGroups(joined, (each) => each.firstSource, `${source}, others`);
    return campaigns.length === 1 ? campaigns : [[`${source}, all`, joined], ...campaigns];
  });
  return joinTable('Source', groups);
}

/** The largest groups, then the others as one, unless it's only one. */
function largestGroups(members: LinkedMember[], nameOf: NameOf, others: string): Group[] {
  const groups: Group[] = [...Map.groupBy(members, nameOf)];
  groups.sort(([, a], [, b]) => b.length - a.length);
  if (groups.length <= TOP + 1) return groups;
  const rest = groups.splice(TOP).flatMap(([, joined]) => joined);
  return [...groups, [others, rest]];
}

/** The last days in UTC up to the last join, without those before the first. */
function dayTable(members: LinkedMember[]): Table {
  const byDay = Map.groupBy(members, ({ joinedAt }) => dayOf(joinedAt));
  const joins = [...byDay.keys()].sort();
  const [first = 'none', last = '1970-01-01'] = [joins[0], joins.at(-1)];
  const days = Array.from({ length: DAYS }, (_, i) => dayOf(Date.parse(last) - i * DAY_MS));
  const shown = days.reverse().filter((day) => day >= first);
  const groups = shown.map((day): Group => [day, byDay.get(day) ?? []]);
  return joinTable('Day', groups);
}

function referrerTable(members: LinkedMember[]) {
  const best = members.filter(({ referralCount }) => referralCount);
  best.sort((a, b) => b.referralCount - a.referralCount);
  return {
    columns: ['Best referrers', 'Referrals', 'Name'],
    rows: best.slice(0, TOP).map((each) => [each.code, each.referralCount, fullName(each)]),
  };
}

const joinTable = (title: string, groups: Group[]): Table => ({
  columns: [title, 'Members', 'Referred'],
  rows: groups.map(([name, joined]) => [name, joined.length, countReferred(joined)]),
});

const countReferred = (members: LinkedMember[]) => members.filter((each) => each.referredBy).length;
