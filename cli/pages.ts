import { formatNumber } from '../src/waitlist/shared/labels.ts';

/** Members per request: about 300 KB of records. */
export const PAGE_SIZE = 1_000;

/** Upstash takes requests of up to 1 MB, and a script needs room, too. */
const MAX_BYTES = 500_000;

type SizeOf<Item> = (item: Item) => number;

/** Splits items into pages of at most this size, in items unless `sizeOf` says otherwise. */
export function* pagesOf<Item>(items: Item[], size = PAGE_SIZE, sizeOf: SizeOf<Item> = () => 1) {
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

/** Like pagesOf, and prints after each page how far a long job is. Rerunning its command has to complete it. */
export function* pagesWithProgress<Item>(items: Item[], size: number, sizeOf?: SizeOf<Item>) {
  let done = 0;
  for (const page of pagesOf(items, size, sizeOf)) {
    yield page;
    done += page.length;
    if (items.length <= 1_000) continue;
    const hint = done === page.length ? '; after Ctrl-C, the same command goes on' : '';
    console.error(`${formatNumber(done)} of ${formatNumber(items.length)}${hint}`);
  }
}

/** Like pagesWithProgress: JSON lists that fit a script's argument, whose JSON the request escapes once more. */
export function* jsonPages<Item>(items: Item[]) {
  const bytesOf = (item: Item) => Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
  for (const page of pagesWithProgress(items, MAX_BYTES, bytesOf)) yield JSON.stringify(page);
}
