import { resolve } from 'node:path';

/** The smallest number that at least `share` (0 to 1) of the numbers don't exceed. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/**
 * Serves the built sites of this checkout and of those that the command names, and measures them in turn, so that
 * other work on the machine slows them equally. Prints the medians of all rounds with the minimum in parentheses,
 * as a table for docs/performance.md.
 */
export async function compare(
  env: Record<string, string>,
  rounds: number,
  measure: (origin: string) => Promise<Record<string, number>>,
) {
  const rows: { name: string; origin: string; results: Record<string, number>[] }[] = [];
  for (const name of ['.', ...process.argv.slice(2)]) {
    const { startPreview } = await import(resolve(name, 'tests/support/start-preview.ts'));
    rows.push({ name, ...(await startPreview(env)), results: [] });
  }
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
