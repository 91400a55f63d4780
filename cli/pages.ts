import { formatNumber } from './format.ts';

/** Members per request: about 300 KB of records. */
export const PAGE_SIZE = 1_000;

/** Splits items into pages of at most this size, in items unless `sizeOf` says otherwise. */
export function* pagesOf<Item>(items: Item[], size = PAGE_SIZE, sizeOf = (_: Item) => 1) {
  let [page, sum]: [Item[], number] = [[], 0];
  for (const item of items) {
    const itemSize = sizeOf(item);
    if (page.length && sum + itemSize > size) {
      yield page;
      [page, sum] = [[], 0];
    }
    page.push(item);
    sum += itemSize;
  }
  if (page.length) yield page;
}

/** Runs one page after the other, and prints how far a long job is. */
export async function runPages<Item>(
  items: Item[],
  size: number,
  run: (page: Item[]) => Promise<unknown>,
): Promise<void> {
  let done = 0;
  for (const page of pagesOf(items, size)) {
    await run(page);
    done += page.length;
    printProgress(done, items.length);
  }
}

/** Prints how far a long job is. */
export function printProgress(done: number, total: number): void {
  if (total > 1_000) console.error(`${formatNumber(done)} of ${formatNumber(total)}`);
}
