import { formatNumber } from './format.ts';

/** Shorter work prints nothing. */
const INTERVAL_MS = 2_000;

/** Yields the same pages, and prints to stderr now and then how many of `total` items are done. */
export async function* showProgress<Page extends { length: number }>(
  what: string,
  pages: Iterable<Page> | AsyncIterable<Page>,
  total: number,
): AsyncGenerator<Page> {
  let done = 0;
  let nextAt = Date.now() + INTERVAL_MS;
  for await (const page of pages) {
    yield page;
    done += page.length;
    if (Date.now() < nextAt) continue;
    nextAt = Date.now() + INTERVAL_MS;
    console.error(`${what}: ${formatNumber(done)} of ${formatNumber(total)}`);
  }
}
