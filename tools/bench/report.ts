import { availableParallelism, loadavg } from 'node:os';

// Else a bench that is stopped leaves its servers behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** The middle one; of an even number the mean of the two in the middle; NaN of none. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const pair = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return pair.reduce((sum: number, one = Number.NaN) => sum + one / 2, 0);
}

/** The least of these that `share` of them do not exceed; NaN of none. */
export function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

export const count = (number: number) => Math.round(number).toLocaleString('en-US');

/** How many times the floor: `1.03x`. */
export const ratio = (figure: number, floor: number) => `${(figure / floor).toFixed(2)}x`;

/** A table in Markdown, padded so that a terminal shows it as one too. */
export function table(head: string[], rows: string[][]): string {
  const all = [head, head.map(() => '---'), ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const line = (row: string[]) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return all.map(line).join('\n');
}

/** Each as a paragraph, and last how busy the machine was: times of a busy one are worth little. */
export function report(title: string, ...paragraphs: string[]): void {
  const [, , quarter = 0] = loadavg();
  const machine = `Node ${process.version}, ${availableParallelism()} cores, load of the last 15 minutes ${quarter.toFixed(1)} (alone: about 1).`;
  process.stdout.write(`${[`# ${title}`, ...paragraphs, machine].join('\n\n')}\n`);
}

/** One line that is written over, for whoever watches. */
export function progress(text = ''): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
