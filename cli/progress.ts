import { formatNumber } from './format.ts';

/** Work that takes less prints nothing. */
const INTERVAL_MS = 2_000;

/** The same pages. Meanwhile stderr says every INTERVAL_MS how many of `total` items are done. */
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
