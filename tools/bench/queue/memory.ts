import type { Redis } from 'ioredis';
import { KEYS } from '../../../netlify/queue/queue.ts';

/** What Redis has allocated, in bytes: its own account of it, which leaves the allocator's losses out. */
export async function usedMemory(client: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
}

/** So many look-ups in one call: a second of Redis. */
const AT_ONCE = 1_000_000;

const LOOK_UP = `
for i = 1, tonumber(ARGV[1]) do
  redis.call('HEXISTS', KEYS[1], i)
  redis.call('ZSCORE', KEYS[2], i)
end
`;

/**
 * Lets Redis finish moving into the hash tables that a longer list needs: it keeps the old ones until
 * then, and moves a slot with each look-up of a member. A list that stops growing gets there by itself.
 */
export async function settleTables(client: Redis, members: number): Promise<void> {
  for (let done = 0; done < members; done += AT_ONCE) {
    await client.eval(LOOK_UP, 2, KEYS.members, KEYS.queue, Math.min(AT_ONCE, members - done));
  }
}
