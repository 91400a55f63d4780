import { formatNumber } from '../src/waitlist/shared/labels.ts';

/** Members per request: about 300 KB of records. */
export const MAX_MEMBERS = 1_000;

/** Upstash takes requests of up to 1 MB, and a script needs room, too. */
const MAX_BYTES = 500_000;

export function* batchesOf<Item>(items: Item[], size = MAX_MEMBERS, sizeOf = (_: Item) => 1) {
  let [batch, sum]: [Item[], number] = [[], 0];
  for (const item of items) {
    const itemSize = sizeOf(item);
    if (batch.length && sum + itemSize > size) {
      yield batch;
      [batch, sum] = [[], 0];
    }
    batch.push(item);
    sum += itemSize;
  }
  if (batch.length) yield batch;
}

/** Like batchesOf, and prints after each batch how far a long job is. Rerunning its command has to complete it. */
export function* batchesWithProgress<Item>(
  items: Item[],
  size: number,
  sizeOf?: (item: Item) => number,
) {
  let done = 0;
  for (const batch of batchesOf(items, size, sizeOf)) {
    yield batch;
    done += batch.length;
    if (items.length <= 1_000) continue;
    const hint = done === batch.length ? '; after Ctrl-C, the same command goes on' : '';
    console.error(`${formatNumber(done)} of ${formatNumber(items.length)}${hint}`);
  }
}

/** Like batchesWithProgress: as many as fit a script's arguments, whose JSON the request escapes once more. */
export function* scriptBatches<Item>(items: Item[]) {
  const bytesOf = (item: Item) => Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
  yield* batchesWithProgress(items, MAX_BYTES, bytesOf);
}
