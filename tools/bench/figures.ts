// Otherwise an interrupted benchmark leaves its servers behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** The smallest number that at least `share` (0 to 1) of the numbers don't exceed. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/**
 * Measures the subjects in turn, so that other work on the machine slows them equally, and prints the
 * medians of all rounds with the minimum in brackets.
 */
export async function compare<Subject extends { name: string }>(
  subjects: Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<Record<string, number>>,
) {
  const rows = subjects.map((subject) => ({ subject, results: [] as Record<string, number>[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { subject, results } of rows) results.push(await measure(subject));
  }
  const cell = (numbers: number[]) => `${percentile(numbers, 0.5)} (${Math.min(...numbers)})`;
  printTable(
    rows.map(({ subject, results }) => {
      const columns = Object.keys(results[0] ?? {});
      const cells = columns.map((name) => [name, cell(results.map((result) => result[name] ?? 0))]);
      return { checkout: subject.name, ...Object.fromEntries(cells) };
    }),
  );
}

/** In Markdown, for docs/performance.md. */
export function printTable(rows: object[]) {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, columns.map(() => '---'), ...rows.map(Object.values)];
  console.log(lines.map((cells) => `| ${cells.join(' | ')} |\n`).join(''));
}
