import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis } from '../../tools/local/local-redis.ts';

/**
 * A real Redis of its own for a test file, empty, with a connected `client`. Throws where there is
 * no redis-server: the embedded stand-in must not pass for the real one in a test.
 */
export async function startTestRedis() {
  const dir = mkdtempSync(join(tmpdir(), 'test-redis-'));
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove); // On Ctrl-C, nobody calls stop.
  const redis = await startRedis({ dir });
  if (!('path' in redis)) throw new Error('These tests need redis-server or valkey-server.');
  const { path } = redis;
  const client = new Redis({ path });
  client.on('error', () => {}); // Some tests take Redis away.
  return {
    /** Of its socket. */
    path,
    client,
    async stop() {
      client.disconnect();
      await redis.stop();
      process.off('exit', remove);
      remove();
    },
  };
}
