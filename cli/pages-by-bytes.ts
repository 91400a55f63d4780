/** Upstash takes requests of 1 MB. Half of it leaves room for a script, and blocks Redis for some 10 ms. */
const MAX_BYTES = 500_000;

/** The items in lists that fit into one request as a script's JSON argument. */
export function* pagesByBytes<Item>(items: Iterable<Item>): Generator<Item[]> {
  let page: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    // The argument's JSON is escaped once more in the JSON of the request.
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
