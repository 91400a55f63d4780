import { readFile } from 'node:fs/promises';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { fileToWrite, requireExtension, siteOrigin, writePrivate } from '../files.ts';
import { formatCell, formatTime } from '../format.ts';
import { readAllMembers } from '../read-all-members.ts';
import type { Session } from '../session.ts';
import { type Table, tablesOf } from '../tables.ts';

/** Nobody's name, phone or code reaches the file, since it's passed on. */
export async function report(session: Session, path: string): Promise<void> {
  requireExtension(path, '.html');
  const site = new URL(siteOrigin()).host;
  const file = await fileToWrite(session, path);
  const { members } = await readAllMembers(session);
  if (!members.length) return console.log('Nobody is on the list yet.');
  const { summary, days, sources, referrals } = tablesOf(members);
  const html = fillPlaceholders(await readText('../report.html'), {
    title: `The waitlist of ${site}`,
    time: formatTime(Date.now()),
    tokens: `<style>${await readText('../../src/styles/tokens.css')}</style>`,
    chartJs: `<script>${await readText('chart.umd.min.js', import.meta.resolve('chart.js'))}</script>`,
    summary: summary.map((row) => `<p>${row.map(formatCell).join('<br>')}</p>`).join(''),
    days: chartOf(days),
    sources: chartOf(sources),
    referrals: chartOf(referrals),
  });
  await writePrivate(file, [html]);
  console.log(`The report is ${file}, with nobody's name, phone or code in it.`);
}

const readText = (path: string, from = import.meta.url) => readFile(new URL(path, from), 'utf8');

/** A canvas, which a script in report.html draws from the table under it. */
function chartOf({ columns, rows }: Table): string {
  const titles = columns.map((title) => `<th scope="col">${title}</th>`).join('');
  const lines = rows.map(([name, ...cells]) => {
    const rest = cells.map((cell) => `<td>${formatCell(cell)}</td>`).join('');
    return `<tr><th scope="row">${name}</th>${rest}</tr>`;
  });
  return `<div class="chart"><canvas role="img"></canvas></div>
<details><summary>As a table</summary><table>
<thead><tr>${titles}</tr></thead><tbody>${lines.join('\n')}</tbody></table></details>`;
}
