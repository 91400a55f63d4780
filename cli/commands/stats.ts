import { printTable } from '../format.ts';
import { readAllMembers } from '../read-all-members.ts';
import type { Session } from '../session.ts';
import { tablesOf } from '../tables.ts';

export async function stats(session: Session): Promise<void> {
  const { members } = await readAllMembers(session);
  if (!members.length) return console.log('Nobody is on the list yet.');
  const { summary, sources, referrers, days, hours } = tablesOf(members);
  printTable(summary);
  console.log('\nAll figures count members on the list today. Times are in UTC.');
  for (const { columns, rows } of [sources, referrers, days, hours]) {
    console.log('');
    // Only the days have more rows.
    printTable([columns, ...rows.slice(-30)]);
  }
}
