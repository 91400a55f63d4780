import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis } from '../../tools/local/local-redis.ts';
import { killOnExit } from './kill-on-exit.ts';

/**
 * A real Redis of its own for a test file, empty, with a connected `client`. Throws where there is
 * no redis-server: the embedded one must not pass for the real one in a test.
 */
export async function startTestRedis() {
  const dir = mkdtempSync(join(tmpdir(), 'test-redis-'));
  const redis = await startRedis(dir);
  if (!('path' in redis)) throw new Error('These tests need redis-server or valkey-server.');
  const { path } = redis;
  const client = new Redis({ path });
  client.on('error', () => {}); // Some tests take Redis away.
  const pid = Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
  const cancelKill = killOnExit(pid, dir);
  return {
    /** Of its socket. */
    path,
    pid,
    client,
    async stop() {
      cancelKill();
      client.disconnect();
      await redis.stop();
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
