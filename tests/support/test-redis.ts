import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedisServer, startRedis } from '../../tools/local/local-redis.ts';

/** An empty, real Redis for a test file, with a connected `client`. */
export async function startTestRedis() {
  const program = findRedisServer();
  if (!program) throw new Error('These tests need redis-server or valkey-server.');
  const dir = mkdtempSync(join(tmpdir(), 'test-redis-'));
  const { child, path } = await startRedis(program, dir);
  const client = new Redis({ path });
  client.on('error', () => {}); // Some tests stop Redis.
  return {
    /** The path of its socket. */
    path,
    client,
    async stop() {
      client.disconnect();
      if (child.kill()) await once(child, 'exit');
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
