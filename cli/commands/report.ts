import { readFile } from 'node:fs/promises';
import { timeOf } from '../../netlify/queue/record.ts';
import { fillPlaceholders, formatNumber } from '../../src/waitlist/shared/labels.ts';
import { requireEnding, siteOrigin, writePrivate } from '../files.ts';
import { EMPTY, printTable } from '../format.ts';
import { isEmpty, readAllMembers, readFields } from '../members.ts';
import type { Session } from '../session.ts';
import { type Table, tablesOf } from '../tables.ts';

export async function stats(session: Session): Promise<void> {
  const times = await readFields(session, 'outboxTimes');
  if (session.webhooks || times.size) {
    const [oldest] = [...times.values()].sort();
    const since = oldest ? `, the oldest since ${timeOf(Number(oldest))}` : '';
    console.log(`Webhook events: ${formatNumber(times.size)} waiting${since}.\n`);
  }
  if (await isEmpty(session)) return console.log(EMPTY);
  const { summary, waves, sources, days, referrers } = tablesOf(await readAllMembers(session));
  printTable(summary);
  console.log('\nAll figures count members on the list today. Days are in UTC.');
  for (const { columns, rows } of [waves, sources, days, referrers]) {
    if (!rows.length) continue;
    console.log('');
    printTable([columns, ...rows]);
  }
}

/** The file gets passed on, so it holds no names, phones or codes. */
export async function report(session: Session, file: string): Promise<void> {
  requireEnding(file, '.html');
  const { host } = new URL(siteOrigin(session));
  if (await isEmpty(session)) return console.log(EMPTY);
  const { summary, sources, days } = tablesOf(await readAllMembers(session));
  const html = fillPlaceholders(await readText('../report.html'), {
    title: `The waitlist of ${host}`,
    time: timeOf(Date.now()),
    tokens: `<style>${await readText('../../src/styles/tokens.css')}</style>`,
    summary: summary.map(([name, count = 0]) => `${name}: ${formatNumber(count)}`).join('<br>'),
    sources: chartOf(sources),
    days: chartOf(days),
  });
  await writePrivate(session, file, html);
  console.log(`The report is ${file}, without names, phones or codes.`);
}

const readText = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

/** A table whose rows end with a bar: all members, overlaid with those who were referred. */
function chartOf({ columns, rows }: Table): string {
  const titles = columns.map((title) => `<th scope="col">${title}</th>`).join('');
  const most = Math.max(...rows.map(([, members = 0]) => members), 1);
  const lines = rows.map(([name, ...counts]) => {
    const cells = counts.map((count) => `<td>${formatNumber(count)}</td>`).join('');
    const [members, referred] = counts.map((count) => `${(100 * count) / most}%`);
    const bar = `<td class="bar" style="--members: ${members}; --referred: ${referred}"></td>`;
    return `<tr><th scope="row">${name}</th>${cells}${bar}</tr>`;
  });
  return `<table><thead><tr>${titles}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
}
