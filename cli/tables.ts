import { acceptsTexts, dayOf } from '../netlify/queue/record.ts';
import { isTextablePhone } from '../src/waitlist/shared/phone.ts';
import { fullName, type Row } from './format.ts';
import type { LinkedMember } from './members.ts';

const DAYS = 30;
const TOP = 10;

const OTHERS = 'other sources';

type Group = [name: string, joined: LinkedMember[]];
type NameOf = (member: LinkedMember) => string;

export function tablesOf(members: LinkedMember[]) {
  const count = (test: (member: LinkedMember) => unknown) => members.filter(test).length;
  const admitted = members.filter(({ wave }) => wave);
  const referred = countReferred(members);
  const waves = [...Map.groupBy(admitted, ({ wave = '' }) => wave)];
  waves.sort(([a], [b]) => (a < b ? -1 : 1));
  const summary = {
    members: members.length,
    waiting: members.length - admitted.length,
    admitted: admitted.length,
    acceptTexts: count(acceptsTexts),
    optedOut: count(({ optedOutAt }) => optedOutAt),
    invalidPhones: count(({ phone }) => !isTextablePhone(phone)),
    joinedToday: count(({ joinedAt }) => dayOf(joinedAt) === dayOf(Date.now())),
    referred,
    percentReferred: Math.round((1000 * referred) / members.length) / 10 || 0,
  };
  return {
    summary,
    waves: joinTable('wave', waves),
    sources: sourceTable(members),
    days: dayTable(members),
    referrers: referrerTable(members),
  };
}

function sourceTable(members: LinkedMember[]): Row[] {
  const sourceOf = ({ firstSource }: LinkedMember) => firstSource.replace(/\/.*/, '');
  const groups = largestGroups(members, sourceOf, OTHERS).flatMap((group): Group[] => {
    const [source, joined] = group;
    if (source === OTHERS) return [group];
    const campaigns = largestGroups(joined, (each) => each.firstSource, `${source}, others`);
    return campaigns.length === 1 ? campaigns : [[`${source}, all`, joined], ...campaigns];
  });
  return joinTable('source', groups);
}

function largestGroups(members: LinkedMember[], nameOf: NameOf, others: string): Group[] {
  const groups: Group[] = [...Map.groupBy(members, nameOf)];
  groups.sort(([, a], [, b]) => b.length - a.length);
  if (groups.length <= TOP + 1) return groups;
  const rest = groups.splice(TOP).flatMap(([, joined]) => joined);
  return [...groups, [others, rest]];
}

function dayTable(members: LinkedMember[]): Row[] {
  const groups = [...Map.groupBy(members, ({ joinedAt }) => dayOf(joinedAt))];
  groups.sort(([a], [b]) => (a < b ? -1 : 1));
  return joinTable('day', groups.slice(-DAYS));
}

function referrerTable(members: LinkedMember[]) {
  const best = members.filter(({ referralCount }) => referralCount);
  best.sort((a, b) => b.referralCount - a.referralCount);
  return best.slice(0, TOP).map((each) => ({
    referrer: each.code,
    referrals: each.referralCount,
    name: fullName(each),
  }));
}

const joinTable = (title: string, groups: Group[]): Row[] =>
  groups.map(([name, joined]) => ({
    [title]: name,
    members: joined.length,
    referred: countReferred(joined),
  }));

const countReferred = (members: LinkedMember[]) => members.filter((each) => each.referredBy).length;
