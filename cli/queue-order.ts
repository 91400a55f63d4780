import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { Unavailable } from '../netlify/queue/redis.ts';
import { BadInput } from './ending.ts';
import { printable } from './format.ts';
import { PAGE, pairsOf, readValues, type Standing, standingOf } from './members.ts';

/** The slowest reading takes less. */
const COPY_SECONDS = 1_200;

export type Index = 'queue' | 'admitted';

/** Ranks `from` to `to`, counted from 1. */
export async function* readRange(
  redis: Redis,
  index: Index,
  { from = 1, to = Number.POSITIVE_INFINITY, copy = KEYS[index] as string } = {},
): AsyncGenerator<Standing[]> {
  for (let start = from - 1; start < to; start += PAGE) {
    const end = Math.min(start + PAGE, to) - 1;
    const scores = pairsOf(await redis.zrange(copy, start, end, { withScores: true }));
    if (!scores.length) return;
    const codes = scores.map(([code]) => code);
    const records = await readValues(redis, KEYS.members, codes);
    yield scores.map(([code, score], i) => {
      const position = index === 'queue' ? start + i + 1 : undefined;
      return standingOf(code, records[i], score, position);
    });
  }
}

/** The first `top` of each index, as they are at one moment. */
export async function* readInOrder(
  redis: Redis,
  indexes: Index[],
  top = Number.POSITIVE_INFINITY,
): AsyncGenerator<Standing[]> {
  const copies = indexes.map((index) => ({ index, copy: KEYS.reading(nanoid()) as string }));
  const begin = redis.multi();
  for (const { index, copy } of copies) {
    begin.copy(KEYS[index], copy).expire(copy, COPY_SECONDS).zcard(copy);
  }
  const replies = await begin.exec<unknown[]>();
  try {
    for (const [i, { index, copy }] of copies.entries()) {
      let left = Math.min(top, Number(replies[3 * i + 2]));
      for await (const page of readRange(redis, index, { copy, to: left })) {
        left -= page.length;
        yield page;
      }
      if (left) throw new Unavailable('The reading took more than 20 minutes. Try again.');
    }
  } finally {
    await redis.unlink(...copies.map(({ copy }) => copy)).catch(() => {});
  }
}

/** The members of a wave. Throws BadInput, naming the waves there are, where nobody is. */
export async function readWave(redis: Redis, wave: string): Promise<Standing[]> {
  const found: Standing[] = [];
  for await (const page of readInOrder(redis, ['admitted'])) {
    found.push(...page.filter(({ member }) => member?.wave === wave));
  }
  if (found.length) return found;
  const waves = (await redis.hkeys(KEYS.waves)).map(printable).sort();
  throw new BadInput(`No wave is ${printable(wave)}; there are: ${waves.join(', ') || 'none'}.`);
}
