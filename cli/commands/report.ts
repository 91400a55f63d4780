import { readFile } from 'node:fs/promises';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { fileToWrite, requireExtension, siteOrigin, writePrivate } from '../files.ts';
import { formatNumber, formatTime, printTable } from '../format.ts';
import { readAllMembers } from '../read-all-members.ts';
import type { Session } from '../session.ts';
import { type Table, tablesOf } from '../tables.ts';

export async function stats(session: Session): Promise<void> {
  const { members } = await readAllMembers(session);
  if (!members.length) return console.log('Nobody is on the list yet.');
  const { summary, sources, referrers, days, hours } = tablesOf(members);
  printTable(summary);
  console.log('\nAll figures count members on the list today. Times are in UTC.');
  for (const { columns, rows } of [sources, referrers, days, hours]) {
    console.log('');
    // Only the table of days is longer.
    printTable([columns, ...rows.slice(-30)]);
  }
}

/** The file gets passed on, so it holds no names, phones or codes. */
export async function report(session: Session, path: string): Promise<void> {
  requireExtension(path, '.html');
  const title = `The waitlist of ${new URL(siteOrigin()).host}`;
  const file = await fileToWrite(session, path);
  const { members } = await readAllMembers(session);
  if (!members.length) return console.log('Nobody is on the list yet.');
  const { summary, days, sources, referrals } = tablesOf(members);
  const html = fillPlaceholders(await readText('../report.html'), {
    title,
    time: formatTime(Date.now()),
    tokens: `<style>${await readText('../../src/styles/tokens.css')}</style>`,
    summary: summary.map(([name, count = 0]) => `<p>${name}<br>${formatNumber(count)}`).join(''),
    days: chartOf(days),
    sources: chartOf(sources),
    referrals: chartOf(referrals),
  });
  await writePrivate(file, [html]);
  console.log(`The report is ${file}, without names, phones or codes.`);
}

const readText = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

/** A table whose rows end with a bar: all members, overlaid with those who were referred. */
function chartOf({ columns, rows }: Table): string {
  const titles = columns.map((title) => `<th scope="col">${title}</th>`).join('');
  const most = Math.max(1, ...rows.map(([, members = 0]) => members));
  const lines = rows.map(([name, ...counts]) => {
    const cells = counts.map((count) => `<td>${formatNumber(count)}</td>`).join('');
    const [members, referred] = counts.map((count) => `${(100 * count) / most}%`);
    const bar = `<td class="bar" style="--members: ${members}; --referred: ${referred ?? 0}"></td>`;
    return `<tr><th scope="row">${name}</th>${cells}${bar}</tr>`;
  });
  return `<table><thead><tr>${titles}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
}
