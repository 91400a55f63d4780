// Else a bench that is stopped leaves its servers behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** The least of these that `share` (0 to 1) of them do not exceed; NaN of none. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/**
 * Measures each in turn, so that what else the machine does is done to all, and prints medians of all
 * rounds, with the least in brackets.
 */
export async function compare<Subject extends { name: string }>(
  subjects: Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<Record<string, number>>,
) {
  const measured = subjects.map((): Record<string, number>[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, subject] of subjects.entries()) measured[i]?.push(await measure(subject));
  }
  const rows = subjects.map(({ name }, i) => {
    const all = measured[i] ?? [];
    const cells = Object.keys(all[0] ?? {}).map((column) => {
      const numbers = all.map((one) => one[column] ?? Number.NaN);
      return [column, `${percentile(numbers, 0.5)} (${Math.min(...numbers)})`];
    });
    return { checkout: name, ...Object.fromEntries(cells) };
  });
  printTable(rows);
}

/** In Markdown, for docs/performance.md. */
export function printTable(rows: object[]) {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, columns.map(() => '---'), ...rows.map(Object.values)];
  console.log(lines.map((cells) => `| ${cells.join(' | ')} |\n`).join(''));
}
