import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { Unavailable } from '../../netlify/queue/redis.ts';

const SETTINGS = fileURLToPath(new URL('redis.conf', import.meta.url));

/** The name of the server on the PATH, if there is one. */
export function findRedisServer(): string | undefined {
  const programs = ['redis-server', 'valkey-server'];
  return programs.find((name) => spawnSync(name, ['--version']).status === 0);
}

/** Relative, because a socket's path can't exceed 103 bytes. */
export const socketIn = (dir: string) => relative('.', join(dir, 'redis.sock'));

/** Runs `program` on the data in `dir` until this process ends. Throws Unavailable if it doesn't start. */
export async function startRedis(program: string, dir: string): Promise<ChildProcess> {
  // A killed site leaves its Redis running, and two in one folder would ruin the data.
  await connect(dir, null)
    .shutdown()
    .catch(() => {});
  const hasData = existsSync(join(dir, 'appendonlydir'));
  // The files hold phone numbers, so only their owner may read them.
  const umask = process.umask(0o077);
  // Detached, so that Ctrl-C doesn't stop it in the middle of a request.
  const child = spawn(program, [SETTINGS], { cwd: dir, detached: true, stdio: 'ignore' });
  process.umask(umask);
  process.once('exit', () => child.kill());
  const failure = once(child, 'exit').then(() => {
    throw new Unavailable(`${program} did not start; ${join(dir, 'redis.log')} says why.`);
  });
  const client = connect(dir, 5);
  await Promise.race([hasData ? rewriteFile(client) : client.ping(), failure]).finally(() =>
    client.disconnect(),
  );
  return child;
}

/** A client of the Redis in `dir`, which reconnects after `retryMs`, or never if that's null. */
function connect(dir: string, retryMs: number | null): Redis {
  const client = new Redis({
    path: socketIn(dir),
    retryStrategy: () => retryMs,
    maxRetriesPerRequest: null,
    maxLoadingRetryTime: 10,
  });
  return client.on('error', () => {});
}

/** Redis 7.0 appends to a file that a crash cut off, and loses what it appended at its next start. */
async function rewriteFile(client: Redis): Promise<void> {
  await client.bgrewriteaof();
  while (/aof_rewrite_in_progress:1/.test(await client.info('persistence'))) await sleep(20);
}
