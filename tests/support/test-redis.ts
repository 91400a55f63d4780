import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedisServer, socketIn, startRedis } from '../../tools/local/local-redis.ts';
import { killOnExit } from './kill-on-exit.ts';

/** An empty, real Redis for a test file, with a connected `client`. */
export async function startTestRedis() {
  const program = findRedisServer();
  if (!program) throw new Error('These tests need redis-server or valkey-server.');
  const dir = mkdtempSync(join(tmpdir(), 'test-redis-'));
  const server = await startRedis(program, dir);
  const path = socketIn(dir);
  const client = new Redis({ path });
  client.on('error', () => {}); // Some tests stop Redis.
  const cancelKill = killOnExit(server.pid, dir);
  return {
    /** The path of its socket. */
    path,
    pid: Number(server.pid),
    client,
    async stop() {
      cancelKill();
      client.disconnect();
      if (server.kill()) await once(server, 'exit');
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
