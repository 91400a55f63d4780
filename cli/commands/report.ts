import { readFile } from 'node:fs/promises';
import { timeOf } from '../../netlify/queue/record.ts';
import { fillPlaceholders, formatNumber } from '../../src/waitlist/shared/labels.ts';
import { requireEnding, siteOrigin, writePrivate } from '../files.ts';
import { EMPTY, printJson, printParts, type Row, splitCamelCase } from '../format.ts';
import { isEmpty, readAllMembers, readFields } from '../members.ts';
import { readLastBackup, type Session } from '../session.ts';
import { tablesOf } from '../tables.ts';

export async function stats(session: Session, { json }: { json?: true }): Promise<void> {
  const times = [...(await readFields(session, 'outboxTimes')).values()].sort();
  const oldest = times[0] ? timeOf(Number(times[0])) : null;
  const webhookEvents = { waiting: times.length, oldest };
  const { time, age } = await readLastBackup(session);
  const { summary, ...tables } = tablesOf(await readAllMembers(session));
  if (json) return printJson({ lastBackup: time, webhookEvents, ...summary, ...tables });
  if (session.webhooks || times.length) {
    const since = oldest ? `, the oldest since ${oldest}` : '';
    console.log(`Webhook events: ${formatNumber(times.length)} waiting${since}.\n`);
  }
  if (!summary.members) return console.log(EMPTY);
  printParts({ ...summary, ...tables });
  console.log(`\nAll figures count members on the list today. Days are in UTC.
Last backup: ${age}.`);
}

/** The file gets passed on, so it holds no names, phones or codes. */
export async function report(session: Session, file: string): Promise<void> {
  requireEnding(file, '.html');
  const { host } = new URL(siteOrigin(session));
  if (await isEmpty(session)) return console.log(EMPTY);
  const { summary, sources, days } = tablesOf(await readAllMembers(session));
  const lines = Object.entries(summary).map(([name, count]) => {
    return `${splitCamelCase(name, ' ')}: ${formatNumber(count)}`;
  });
  const html = fillPlaceholders(await readText('../report.html'), {
    title: `The waitlist of ${host}`,
    time: timeOf(Date.now()),
    tokens: `<style>${await readText('../../src/styles/tokens.css')}</style>`,
    summary: lines.join('<br>'),
    sources: chartOf(sources),
    days: chartOf(days),
  });
  await writePrivate(session, file, html);
  console.log(`The report is ${file}, without names, phones or codes.`);
}

const readText = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

function chartOf(rows: Row[]): string {
  const titles = Object.keys(rows[0] ?? {}).map((title) => `<th scope="col">${title}</th>`);
  const most = Math.max(...rows.map(({ members }) => Number(members)), 1);
  const lines = rows.map((row) => {
    const [name, ...counts] = Object.values(row) as [string, ...number[]];
    const cells = counts.map((count) => `<td>${formatNumber(count)}</td>`).join('');
    const [members, referred] = counts.map((count) => `${(100 * count) / most}%`);
    const bar = `<td class="bar" style="--members: ${members}; --referred: ${referred}"></td>`;
    return `<tr><th scope="row">${name}</th>${cells}${bar}</tr>`;
  });
  return `<table><thead><tr>${titles.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
}
