import { nanoid } from 'nanoid';
import { Unavailable } from '../netlify/queue/redis.ts';
import { BadInput } from './exit-codes.ts';
import { sanitizeForTerminal } from './format.ts';
import {
  type FullWaitlist,
  PAGE_SIZE,
  pairsOf,
  type RankedRecord,
  rankedRecordOf,
  readValues,
  type SortedSet,
} from './members.ts';

/** The slowest reading takes less. */
const COPY_SECONDS = 1_200;

/** Ranks `from` to `to`, counted from 1. */
export async function* readRange(
  waitlist: FullWaitlist,
  index: SortedSet,
  { from = 1, to = Number.POSITIVE_INFINITY, key = waitlist.keys[index] as string } = {},
): AsyncGenerator<RankedRecord[]> {
  for (let start = from - 1; start < to; start += PAGE_SIZE) {
    const end = Math.min(start + PAGE_SIZE, to) - 1;
    const scores = pairsOf(await waitlist.redis.zrange(key, start, end, { withScores: true }));
    if (!scores.length) return;
    const codes = scores.map(([code]) => code);
    const records = await readValues(waitlist, 'members', codes);
    yield scores.map(([code, score], i) => {
      const position = index === 'queue' ? start + i + 1 : undefined;
      return rankedRecordOf(code, records[i], score, position);
    });
  }
}

/** The first `top` of each index, as they are at one moment. */
export async function* readInOrder(
  waitlist: FullWaitlist,
  indexes: SortedSet[],
  top = Number.POSITIVE_INFINITY,
): AsyncGenerator<RankedRecord[]> {
  const { redis, keys } = waitlist;
  const copies = indexes.map((index) => ({ index, key: keys.reading(nanoid()) as string }));
  const begin = redis.multi();
  for (const { index, key } of copies) begin.copy(keys[index], key).expire(key, COPY_SECONDS);
  for (const { key } of copies) begin.zcard(key);
  const lengths = (await begin.exec<number[]>()).slice(-copies.length);
  try {
    for (const [i, { index, key }] of copies.entries()) {
      let remaining = Math.min(top, Number(lengths[i]));
      for await (const page of readRange(waitlist, index, { key, to: remaining })) {
        remaining -= page.length;
        yield page;
      }
      if (remaining) throw new Unavailable('The reading took more than 20 minutes. Try again.');
    }
  } finally {
    await redis.unlink(...copies.map(({ key }) => key)).catch(() => {});
  }
}

/** The members of a wave. Throws BadInput, naming the waves there are, where nobody is. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const found: RankedRecord[] = [];
  for await (const page of readInOrder(waitlist, ['admitted'])) {
    found.push(...page.filter(({ member }) => member?.wave === wave));
  }
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).map(sanitizeForTerminal).sort();
  const others = waves.join(', ') || 'none';
  throw new BadInput(`No wave is ${sanitizeForTerminal(wave)}; there are: ${others}.`);
}
