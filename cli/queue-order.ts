import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { Unavailable } from '../netlify/queue/redis.ts';
import { friendsOf } from '../netlify/queue/referral-code.ts';
import { PAGE } from './members.ts';

/** Where copies stand while they are read. */
export const READING = '{waitlist}:reading:';

/** A copy that nobody reads on from is gone after that. */
const COPY_SECONDS = 120;

export interface Row {
  /** Undefined for an admitted member. */
  position: number | undefined;
  friends: number;
  member: Member;
}

/** The first `top` of the queue, or all of it and then the admitted members, at one moment. */
export async function* readInOrder(redis: Redis, top?: number): AsyncGenerator<Row[]> {
  const copies = [KEYS.queue, KEYS.admitted].map((key) => ({ key, copy: READING + nanoid() }));
  const begin = redis.multi();
  for (const { key, copy } of copies) begin.copy(key, copy).expire(copy, COPY_SECONDS).zcard(copy);
  const counts = (await begin.exec<unknown[]>()).map(Number);
  try {
    for (const [i, { key, copy }] of copies.slice(0, top ? 1 : 2).entries()) {
      const count = Math.min(top ?? Number.POSITIVE_INFINITY, counts[3 * i + 2] ?? 0);
      for (let start = 0; start < count; start += PAGE) {
        const end = Math.min(start + PAGE, count) - 1;
        const page = redis.multi().zrange(copy, start, end, { withScores: true });
        for (const each of copies) page.expire(each.copy, COPY_SECONDS);
        const [flat] = (await page.exec<unknown[]>()) as [(string | number)[]];
        const codes = flat.filter((_, at) => at % 2 === 0).map(String);
        if (!codes.length) throw new Unavailable('The reading stood still for minutes. Try again.');
        // A flat list, since our client takes no reply apart.
        const records = (await redis.hmget(KEYS.members, ...codes)) as unknown as (string | null)[];
        yield codes.flatMap((code, at) => {
          const member = parseRecord(code, records[at] ?? '');
          const position = key === KEYS.queue ? start + at + 1 : undefined;
          return member
            ? { position, friends: friendsOf(code, Number(flat[2 * at + 1])), member }
            : [];
        });
      }
    }
  } finally {
    // Where this fails, they expire.
    await redis.unlink(...copies.map(({ copy }) => copy)).catch(() => {});
  }
}
