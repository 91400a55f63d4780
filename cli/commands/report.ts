import { readFile } from 'node:fs/promises';
import type { TopLevelSpec } from 'vega-lite';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { readCensus } from '../census.ts';
import { readDays } from '../figures.ts';
import { fileToWrite, writePrivate } from '../files.ts';
import type { Options, Session } from '../main.ts';
import { beginReading } from '../read-queue.ts';
import charts from '../report-charts.json' with { type: 'json' };
import { type Row, reportFigures } from '../report-figures.ts';
import { figure, moment, peopleFigure } from '../show.ts';

/** Of every drawing; the page scales it, so that its letters can be read on a phone and on paper. */
const SIZE = { width: 420, height: 260, autosize: { type: 'fit', contains: 'padding' } };

/**
 * Writes one HTML file with charts of how the list grows, each with its table, that opens anywhere
 * without a network. There is no name, phone or code in it.
 */
export async function report({ redis }: Session, path: string, { yes }: Options): Promise<void> {
  const file = await fileToWrite(path, yes);
  const reading = await beginReading(redis);
  const census = await readCensus(reading);
  const figures = reportFigures(readDays(reading.days, 1), census);
  const sections = await Promise.all(
    Object.entries(charts.charts).map(([id, chart]) =>
      section(id, chart, figures[id as keyof typeof figures]),
    ),
  );
  const counts = `${peopleFigure(reading.positions)} in line, ${figure(reading.admitted)} let in.`;
  const made = moment(Date.now());
  const template = await readFile(new URL('../report.html', import.meta.url), 'utf8');
  const summary = `As of ${made}: ${counts}`;
  const page = fill(template, { made, summary, charts: sections.join('\n') });
  await writePrivate(file, [page]);
  console.log(`The report is ${file}, with nobody's name, phone or code in it.`);
}

type Chart = { title: string; note: string; spec: object };

async function section(id: string, { title, note, spec }: Chart, figures: Figures) {
  const { rows, values = rows } = figures;
  const drawing = rows.length
    ? `<div class="chart" role="img" aria-label="${title}, the figures are in the table below">${await draw(spec, values)}</div>`
    : '<p>There is nothing to show yet.</p>';
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p>${note}</p>
${drawing}
${rows.length ? table(title, rows) : ''}
</section>`;
}

async function draw(spec: object, values: Row[]): Promise<string> {
  const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')]);
  const whole = { ...spec, ...SIZE, config: charts.config, data: { values } } as TopLevelSpec;
  const view = new vega.View(vega.parse(vegaLite.compile(whole).spec), { renderer: 'none' });
  return view.toSVG();
}

function table(title: string, rows: Row[]): string {
  const head = Object.keys(rows[0] ?? {}).map((name) => `<th scope="col">${name}</th>`);
  const body = rows.map((row) => {
    const [first, ...cells] = Object.values(row).map((cell) =>
      typeof cell === 'number' ? cell.toLocaleString('en-US') : cell,
    );
    const rest = cells.map((cell) => `<td>${cell}</td>`).join('');
    return `<tr><th scope="row">${first}</th>${rest}</tr>`;
  });
  return `<details><summary>${title} as a table</summary>
<table><thead><tr>${head.join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></details>`;
}
