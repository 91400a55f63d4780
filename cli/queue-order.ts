import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { Unavailable } from '../netlify/queue/redis.ts';
import { readRange, type Standing } from './members.ts';

/** The names of copies begin so. */
export const COPY = '{waitlist}:reading:';

/** The slowest reading takes less. */
const COPY_SECONDS = 1_200;

/** The first `top` of the queue, or all of it and then the admitted members, as they are at one moment. */
export async function* readInOrder(redis: Redis, top?: number): AsyncGenerator<Standing[]> {
  const indexes = top ? (['queue'] as const) : (['queue', 'admitted'] as const);
  const copies = indexes.map((index) => ({ index, copy: COPY + nanoid() }));
  const begin = redis.multi();
  for (const { index, copy } of copies) {
    begin.copy(KEYS[index], copy).expire(copy, COPY_SECONDS).zcard(copy);
  }
  const replies = await begin.exec<unknown[]>();
  try {
    for (const [i, { index, copy }] of copies.entries()) {
      let left = Math.min(top ?? Number.POSITIVE_INFINITY, Number(replies[3 * i + 2]));
      for await (const page of readRange(redis, index, { copy, to: left })) {
        left -= page.length;
        yield page;
      }
      if (left) throw new Unavailable('The reading took more than 20 minutes. Try again.');
    }
  } finally {
    // Where this fails, they expire.
    await redis.unlink(...copies.map(({ copy }) => copy)).catch(() => {});
  }
}
