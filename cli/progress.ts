import { type ProgressResult, progress } from '@clack/prompts';
import { formatNumber } from './format.ts';

/** Work that takes less prints nothing; longer work prints a line as often where stderr is no terminal. */
const INTERVAL_MS = 2_000;

/**
 * The same pages. While they are worked on, stderr says after INTERVAL_MS how many of `total` items are
 * done: a bar in a terminal, else lines.
 */
export async function* showProgress<Page extends { length: number }>(
  what: string,
  pages: Iterable<Page> | AsyncIterable<Page>,
  total: number,
): AsyncGenerator<Page> {
  let bar: ProgressResult | undefined;
  let done = 0;
  let nextAt = Date.now() + INTERVAL_MS;
  try {
    for await (const page of pages) {
      yield page;
      done += page.length;
      const text = `${what}: ${formatNumber(done)} of ${formatNumber(total)}`;
      bar?.advance(page.length, text);
      if (bar || Date.now() < nextAt) continue;
      nextAt = Date.now() + INTERVAL_MS;
      if (!process.stderr.isTTY) console.error(text);
      else {
        bar = progress({ max: total, output: process.stderr, withGuide: false });
        bar.start(text);
        // The library reads the keys, and ends the process with 0 at Ctrl-C, which has to stay a signal.
        if (process.stdin.isTTY) process.stdin.setRawMode(false).pause();
        bar.advance(done, text);
      }
    }
  } finally {
    bar?.clear();
  }
}
