import type { Redis } from 'ioredis';
import { SPOTS_PER_FRIEND } from '../../../src/waitlist/shared/referral.ts';
import type { List } from './lists.ts';
import { codeOf, newcomer } from './newcomer.ts';

/** So many members are written at once. */
const BATCH = 1_000;

/**
 * Puts `size` members in line, two in three of them invited, without the script, through which ten
 * million would take most of an hour: the same keys, records and scores as it leaves.
 */
export async function fill(client: Redis, list: List, size: number, random: () => number) {
  const inviters = Int32Array.from({ length: size }, (_, i) =>
    random() < 2 / 3 ? Math.ceil(random() * i) : 0,
  );
  const friends = new Int32Array(size + 1);
  for (const inviter of inviters) friends[inviter] = (friends[inviter] ?? 0) + 1;

  // Of its own and closed again, because the buffers of a connection count as memory of Redis.
  const connection = client.duplicate();
  let written: Promise<unknown> = Promise.resolve();
  for (let start = 1; start <= size; start += BATCH) {
    const places: (string | number)[] = [];
    const hashes: Record<string, string[]> = {};
    for (let number = start; number < start + BATCH && number <= size; number += 1) {
      const inviter = inviters[number - 1];
      const attempt = newcomer(number, inviter ? codeOf(inviter) : undefined);
      const code = codeOf(number);
      places.push(number - SPOTS_PER_FRIEND * (friends[number] ?? 0), code);
      for (const [key, pair] of Object.entries(list.hashes(code, attempt))) {
        hashes[key] ??= [];
        hashes[key].push(...pair);
      }
    }
    await written; // While Redis writes one batch, the next is made.
    const pipeline = connection.pipeline().zadd(list.queue, ...places);
    for (const [key, pairs] of Object.entries(hashes)) pipeline.hset(key, ...pairs);
    written = pipeline.exec();
  }
  await written;
  await connection.set(list.joined, size);
  await connection.quit();
}
