import { formatNumber, printTable } from '../format.ts';
import { readAllMembers } from '../read-all-members.ts';
import type { Session } from '../session.ts';
import {
  admittedAmong,
  countReferred,
  hadAWeek,
  kFactor,
  type Table,
  tablesOf,
} from '../tables.ts';

const MAX_ROWS = 10;

export async function stats(session: Session): Promise<void> {
  const { members } = await readAllMembers(session);
  if (!members.length) return console.log('Nobody is on the list yet.');
  const admitted = admittedAmong(members);
  const invited = countReferred(members);
  const all = formatNumber(members.length);
  const share = ((invited / members.length) * 100).toFixed(1);
  const settled = members.filter(hadAWeek);
  const toSettled = `of the ${formatNumber(settled.length)} who joined at least a week ago`;
  printTable([
    ['Waiting', formatNumber(members.length - admitted)],
    ['Admitted', formatNumber(admitted)],
    ['Invited', `${formatNumber(invited)}, ${share} % of the ${all} on the list`],
    ['K-factor', `${kFactor(settled)} friends a member, ${toSettled}`],
    ['', `${kFactor(members)} of all members`],
  ]);
  console.log('\nAll figures count who is on the list today. Times are in UTC.\n');
  const { hours, days, sources } = tablesOf(members);
  print(sinceFirstJoin(days));
  print(sinceFirstJoin(hours));
  print({ ...sources, rows: sources.rows.slice(0, MAX_ROWS) });
  console.log('invited: of these, by a friend; further: by a friend of a friend\n');

  const best = members
    .filter(({ referrals }) => referrals.length)
    .sort((a, b) => b.referrals.length - a.referrals.length)
    .slice(0, MAX_ROWS);
  const rows = best.map(({ code, referrals }) => [referrals.length, code]);
  if (best.length) printTable([['friends', 'best referrers'], ...rows]);
}

/** From the first join on, else the hour or day of now, which comes last. */
function sinceFirstJoin({ columns, rows }: Table): Table {
  return { columns, rows: rows.slice(rows.findIndex(([, joins]) => joins)) };
}

function print({ columns, rows }: Table): void {
  printTable([columns.map((title) => title.toLowerCase()), ...rows]);
  console.log();
}
