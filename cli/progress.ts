import { figure } from './show.ts';

const WIDTH = 30;

/** Ten times a second is smooth, and costs nothing. */
const EVERY_MS = 100;

/**
 * A bar on stderr for a long step: `Reading  ██████████░░░░░░░░░░  500,000 of 1,000,000`. Shows nothing
 * where stderr is no terminal. `end` wipes it.
 */
export function progress(label: string, total: number) {
  const shown = process.stderr.isTTY && total > 0;
  let [count, last] = [0, 0];
  return {
    add(more: number): void {
      count += more;
      const now = performance.now();
      if (!shown || now - last < EVERY_MS) return;
      last = now;
      const full = Math.round((Math.min(count, total) / total) * WIDTH);
      const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
      const counts = `${figure(count)} of ${figure(total)}`;
      process.stderr.write(`\r\x1b[K${label}  ${bar}  ${counts}`);
    },
    end(): void {
      if (shown && last) process.stderr.write('\r\x1b[K');
    },
  };
}
