import { CATEGORIES, type PageScore } from './lighthouse.ts';
import { figure, table } from './markdown.ts';
import { median } from './median.ts';

/** One page of one site, with what Lighthouse said in each run. */
export interface Measured {
  site: string;
  path: string;
  runs: PageScore[];
}

export type Metric = 'fcp' | 'lcp' | 'tbt' | 'cls' | 'bytes';

export const middle = ({ runs }: Measured, metric: Metric) =>
  median(runs.map((run) => run[metric]));

/** The median of each of the four scores. */
export const middleScores = ({ runs }: Measured) =>
  CATEGORIES.map((_, i) => median(runs.map(({ scores }) => scores[i] ?? 0)));

/** `floors` are the pages to compare with, where there is one for the path. */
export function scoreTable(measured: Measured[], floor: string): string {
  const rows = measured.map((page) => {
    const other = measured.find(({ site, path }) => site === floor && path === page.path);
    const shown = (metric: Metric) => figure(middle(page, metric), other && middle(other, metric));
    return [
      page.path,
      page.site,
      middleScores(page).join(' '),
      shown('fcp'),
      shown('lcp'),
      figure(middle(page, 'tbt')),
      middle(page, 'cls').toFixed(3),
      shown('bytes'),
    ];
  });
  const head = ['page', 'site', 'scores', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'bytes'];
  return table(head, rows);
}

/** What cost points on any page: in how many of the runs, and what it said in the last of them. */
export function failedAudits(measured: Measured[]): string[] {
  return measured.flatMap(({ site, path, runs }) => {
    const failures = Object.groupBy(
      runs.flatMap(({ failed }) => failed),
      ({ audit }) => audit,
    );
    return Object.entries(failures).map(
      ([audit, all = []]) =>
        `- ${path} of ${site}: ${audit}, in ${all.length} of ${runs.length} runs, such as ${all.at(-1)?.detail || 'this'}`,
    );
  });
}
