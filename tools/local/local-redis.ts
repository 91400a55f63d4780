import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { Unavailable } from '../../netlify/queue/redis.ts';

const SETTINGS = fileURLToPath(new URL('redis.conf', import.meta.url));

/** The server on the PATH, if there is one. */
export function findRedisServer(): string | undefined {
  const programs = ['redis-server', 'valkey-server'];
  return programs.find((name) => spawnSync(name, ['--version']).status === 0);
}

/** Relative, because a socket's path has at most 103 bytes and the project may lie deep. */
export const socketIn = (dir: string) => relative('.', join(dir, 'redis.sock'));

/**
 * Starts `program` on the data in `dir`; it ends with this process. Throws Unavailable if it does not
 * start: `dir`/redis.log says why.
 */
export async function startRedis(program: string, dir: string) {
  // A process that was killed leaves its Redis, and two on one folder would ruin the data.
  await (await connect(dir))?.shutdown().catch(() => {});
  const hasData = existsSync(join(dir, 'appendonlydir'));
  // The files hold every phone: for their owner only.
  const umask = process.umask(0o077);
  // Detached, so that the terminal's Ctrl-C does not stop it in the middle of a request.
  const child = spawn(program, [SETTINGS], { cwd: dir, detached: true, stdio: 'ignore' });
  process.umask(umask);
  const stop = () => child.kill();
  process.once('exit', stop);
  child.once('exit', () => process.off('exit', stop));
  while (child.exitCode === null && child.signalCode === null) {
    const client = await connect(dir);
    if (client && hasData) await rewriteFile(client);
    client?.disconnect();
    if (client) return child;
    await sleep(5);
  }
  throw new Unavailable(`${program} did not start; ${join(dir, 'redis.log')} says why.`);
}

/** A connection to the Redis of that folder once it has loaded its data, if one runs. */
async function connect(dir: string): Promise<Redis | undefined> {
  const client = new Redis({
    path: socketIn(dir),
    lazyConnect: true,
    retryStrategy: () => null,
    maxLoadingRetryTime: 10, // ioredis waits a second otherwise.
  });
  client.on('error', () => {});
  return client.connect().then(
    () => client,
    () => undefined,
  );
}

/** Redis 7.0 appends to a file that a crash cut off, and loses what it appended at its next start. */
async function rewriteFile(client: Redis): Promise<void> {
  await client.bgrewriteaof().catch(() => {}); // Refused if one is under way.
  while (/aof_rewrite_(in_progress|scheduled):1/.test(await client.info('persistence'))) {
    await sleep(20);
  }
}
