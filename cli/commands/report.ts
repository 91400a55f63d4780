import { readFile } from 'node:fs/promises';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';
import { extensionOf, fileToWrite, siteOrigin, writePrivate } from '../files.ts';
import { formatCell, formatMembers, formatNumber, formatTime } from '../format.ts';
import { readAllMembers } from '../read-all-members.ts';
import type { Session } from '../session.ts';
import { admittedAmong, type Table, tablesOf } from '../tables.ts';

/** Nobody's name, phone or code reaches the file, since it is sent on. */
export async function report(session: Session, path: string): Promise<void> {
  extensionOf(path, ['.html']);
  const site = new URL(siteOrigin()).host;
  const file = await fileToWrite(session, path);
  const { members } = await readAllMembers(session);
  if (!members.length) return console.log('Nobody is on the list yet.');
  const admitted = admittedAmong(members);
  const chartJs = new URL('chart.umd.min.js', import.meta.resolve('chart.js'));
  const values: Record<string, string> = {
    title: `The waitlist of ${site}`,
    summary: `As of ${formatTime(Date.now())}: ${formatMembers(members.length - admitted)} waiting, ${formatNumber(admitted)} admitted.`,
    library: `<script>${await readFile(chartJs, 'utf8')}</script>`,
  };
  for (const [name, table] of Object.entries(tablesOf(members))) values[name] = htmlOf(table);
  const template = await readFile(new URL('../report.html', import.meta.url), 'utf8');
  const html = fillPlaceholders(template, values);
  await writePrivate(file, [html]);
  console.log(`The report is ${file}, with nobody's name, phone or code in it.`);
}

function htmlOf({ columns, rows }: Table): string {
  if (!rows.length) return '<p>There is nothing to show yet.</p>';
  const head = columns.map((name) => `<th scope="col">${name}</th>`);
  const body = rows.map(([first, ...cells]) => {
    const rest = cells.map((cell) => `<td>${formatCell(cell)}</td>`).join('');
    return `<tr><th scope="row">${first}</th>${rest}</tr>`;
  });
  return `<details><summary>As a table</summary>
<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></details>`;
}
