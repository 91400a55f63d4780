import { resolve } from 'node:path';

/** The smallest number that at least `share` (0 to 1) of the numbers don't exceed. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/** Serves the built sites of this checkout and of those that the command names. */
export function serveCheckouts(env: Record<string, string>) {
  const folders = ['.', ...process.argv.slice(2)];
  const sites = folders.map(async (name): Promise<{ name: string; origin: string }> => {
    const { startPreview } = await import(resolve(name, 'tests/support/start-preview.ts'));
    return { name, ...(await startPreview(env)) };
  });
  return Promise.all(sites);
}

/**
 * Measures the sites in turn, so that other work on the machine slows them equally, and prints the
 * medians of all rounds with the minimum in parentheses, as a table for docs/performance.md.
 */
export async function compare(
  sites: { name: string; origin: string }[],
  rounds: number,
  measure: (origin: string) => Promise<Record<string, number>>,
) {
  const rows = sites.map((site) => ({ ...site, results: [] as Record<string, number>[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { origin, results } of rows) results.push(await measure(origin));
  }
  const columns = Object.keys(rows[0]?.results[0] ?? {});
  const printRow = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);
  printRow('checkout', ...columns);
  printRow('---', ...columns.map(() => '---'));
  for (const { name, results } of rows) {
    const figures = columns.map((column) => {
      const numbers = results.map((result) => result[column] ?? Number.NaN);
      return `${percentile(numbers, 0.5)} (${Math.min(...numbers)})`;
    });
    printRow(name, ...figures);
  }
}
