/** A list in parts of `size`, the last of what is left. */
export function* chunksOf<Item>(all: Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
