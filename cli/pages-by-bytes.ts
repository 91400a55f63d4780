/** Upstash takes requests of up to 1 MB, and the script needs room too. */
const MAX_BYTES = 500_000;

/** Splits the items into pages that fit into one request as a script's JSON argument. */
export function* pagesByBytes<Item>(items: Iterable<Item>): Generator<Item[]> {
  let page: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    // The request's JSON escapes the argument's JSON once more.
    const size = Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    if (page.length && bytes + size > MAX_BYTES) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(item);
    bytes += size;
  }
  if (page.length) yield page;
}
