import type { Redis } from 'ioredis';

/** What Redis has allocated, in bytes: its own account of it, which leaves the allocator's losses out. */
export async function usedMemory(client: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
}
