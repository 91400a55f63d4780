import { loadavg } from 'node:os';

/** Each as a paragraph of the report. */
export function print(...paragraphs: string[]): void {
  for (const paragraph of paragraphs) process.stdout.write(`${paragraph}\n\n`);
}

/** One line that is written over, for whoever watches. */
export function progress(text = ''): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Times are worth little on a machine that had more to do than this. */
export function machineLoad(): string {
  const [, , quarter = 0] = loadavg();
  return `Load of the machine in the last 15 minutes: ${quarter.toFixed(1)} (alone: about 1).`;
}
