import { readFile } from 'node:fs/promises';
import type { TopLevelSpec } from 'vega-lite';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { readCensus } from '../census.ts';
import { daysOf } from '../figures.ts';
import { fileToWrite, writePrivate } from '../files.ts';
import type { Session } from '../main.ts';
import { beginReading } from '../read-queue.ts';
import reportCharts from '../report-charts.json' with { type: 'json' };
import { type Figures, reportFigures } from '../report-figures.ts';
import { figure, moment, peopleFigure } from '../show.ts';

const { config, charts } = reportCharts;

/** Of a drawing, which the page scales: so its letters can be read on a phone and on paper. */
const SIZE = { width: 420, height: 260, autosize: { type: 'fit', contains: 'padding' } };

/**
 * Writes one HTML file with charts of how the list grows, each with its table, that opens anywhere
 * without a network. There is no name, phone or code in it.
 */
export async function report(session: Session, path: string): Promise<void> {
  const file = await fileToWrite(session, path, 'how the list grows');
  const reading = await beginReading(session.redis);
  const people = await readCensus(reading);
  if (!people.length) return console.log('Nobody is on the list yet.');
  const figures = reportFigures(daysOf(people, 1), people);
  const sections = Object.entries(charts).map(([id, chart]) =>
    sectionOf(id, chart, figures[id] ?? { columns: [], rows: [] }),
  );
  const counts = `${peopleFigure(reading.positions)} in line, ${figure(reading.admitted)} let in.`;
  const made = moment(Date.now());
  const template = await readFile(new URL('../report.html', import.meta.url), 'utf8');
  const summary = `As of ${made}: ${counts}`;
  const blanks = { made, summary, charts: (await Promise.all(sections)).join('\n') };
  await writePrivate(file, [fill(template, blanks)]);
  console.log(`The report is ${file}, with nobody's name, phone or code in it.`);
}

interface Chart {
  title: string;
  note: string;
  /** Of Vega-Lite, without its data. */
  spec: object;
}

async function sectionOf(id: string, { title, note, spec }: Chart, figures: Figures) {
  const label = `${title}. The figures are in the table.`;
  const shown = figures.rows.length
    ? `<div class="chart" role="img" aria-label="${label}">${await draw(spec, figures)}</div>
${tableOf(title, figures)}`
    : '<p>There is nothing to show yet.</p>';
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p>${note}</p>
${shown}
</section>`;
}

async function draw(spec: object, { columns, rows, values }: Figures): Promise<string> {
  // Loaded here, since they cost half a second.
  const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')]);
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  const data = { values: values ?? objects };
  const { spec: compiled } = vegaLite.compile({ ...SIZE, ...spec, config, data } as TopLevelSpec);
  const svg = await new vega.View(vega.parse(compiled), { renderer: 'none' }).toSVG();
  // The picture has one name, and no parts for a screen reader to stumble over.
  return svg.replaceAll(/ (role|aria-[a-z]+)="[^"]*"/g, '');
}

function tableOf(title: string, { columns, rows }: Figures): string {
  const head = columns.map((name) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map(([first, ...cells]) => {
    const rest = cells.map((cell) => `<td>${cell.toLocaleString('en-US')}</td>`).join('');
    return `<tr><th scope="row">${first}</th>${rest}</tr>`;
  });
  return `<details>
<summary>${title}, as a table</summary>
<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>
</details>`;
}
