import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { Unavailable } from '../../netlify/queue/redis.ts';

/** Where a Redis answers: a socket in the folder of its data, or for the embedded one a port. */
export type RedisAddress = { path: string } | { host: string; port: number };

export type LocalRedis = RedisAddress & {
  /** Where the data is, as the terminal shows it: ".data/redis (redis-server)". */
  where: string;
  stop(): Promise<void>;
};

const SETTINGS = fileURLToPath(new URL('redis.conf', import.meta.url));

/** How CLIENT LIST names a process that uses this Redis. */
const CONNECTION_NAME = 'waitlist-local';

const NO_REDIS =
  'There is no redis-server or valkey-server on the PATH, so the local list lives in the memory of `npm start` and cannot be reached from here. Install one of them, or set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.';

/** How long to wait for another start or stop; most take a tenth of a second. */
const LOCK_MS = 5_000;

/**
 * Gives the Redis that keeps its data in `dir`: the one that runs there, else a new one from the PATH,
 * else one inside this process that forgets. `stop` leaves it to the processes that still use it.
 * Throws Unavailable when the server does not start (`dir`/redis.log says why), and where the PATH has
 * none and the data has to be persistent.
 */
export async function startRedis(dir: string, { persistent = false } = {}): Promise<LocalRedis> {
  const programs = ['redis-server', 'valkey-server'];
  const program = programs.find((name) => spawnSync(name, ['--version']).status === 0);
  if (!program && persistent) throw new Unavailable(NO_REDIS);
  if (!program) return startEmbeddedRedis();
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  // A socket's path has at most 103 bytes, and a project may lie deeper.
  const path = relative('.', join(dir, 'redis.sock'));
  const lock = join(dir, 'starting');
  const connectOrLaunch = async () => (await connect(path)) ?? launch(program, dir, path);
  const client = await withLock(lock, connectOrLaunch);
  return {
    path,
    where: `${relative('.', dir)} (${program})`,
    stop: () => withLock(lock, () => stopUnlessShared(client)),
  };
}

/** js-redis-server: real Lua, answers like Redis 7, nothing kept. */
async function startEmbeddedRedis(): Promise<LocalRedis> {
  const { createRedisServer } = await import('js-redis-server');
  const { host, port, close } = await createRedisServer();
  return { host, port, where: 'in memory only, gone when you stop', stop: close };
}

/** Two servers on one folder would both write its files. Throws Unavailable where the lock stays another's. */
async function withLock<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + LOCK_MS;
  while (!acquire(lock)) {
    if (Date.now() > end) {
      throw new Unavailable(`Another start holds ${lock}: try again, or remove that file.`);
    }
    await sleep(10);
  }
  return work().finally(() => release(lock));
}

function acquire(lock: string): boolean {
  try {
    // The link's target is the process; a link is never half made, as a file may be by a kill.
    symlinkSync(`${process.pid}`, lock);
    return true;
  } catch {
    if (isStale(lock)) release(lock);
    return false;
  }
}

function release(lock: string): void {
  try {
    unlinkSync(lock); // rmSync follows a link.
  } catch {} // Another process was faster.
}

/** Whether a lock names no process that runs. */
function isStale(lock: string): boolean {
  try {
    return !process.kill(Number(readlinkSync(lock)), 0);
  } catch (error) {
    // ENOENT: it was given back meanwhile. EPERM: another user's process runs.
    return !['ENOENT', 'EPERM'].includes(`${(error as NodeJS.ErrnoException).code}`);
  }
}

/** A connection to the Redis behind that socket once it has loaded its data, if there is one. */
async function connect(path: string): Promise<Redis | undefined> {
  const client = new Redis({
    path,
    connectionName: CONNECTION_NAME,
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

async function launch(program: string, dir: string, path: string): Promise<Redis> {
  const hasData = existsSync(join(dir, 'appendonlydir'));
  // The files hold every phone: for their owner alone.
  const umask = process.umask(0o077);
  // Detached, so that the terminal's Ctrl-C does not stop it under a request.
  const child = spawn(program, [SETTINGS], { cwd: dir, detached: true, stdio: 'ignore' });
  process.umask(umask);
  child.unref();
  while (child.exitCode === null && child.signalCode === null) {
    const client = await connect(path);
    if (client) {
      if (hasData) await rewriteFile(client);
      return client;
    }
    await sleep(5);
  }
  throw new Unavailable(`${program} did not start; ${join(dir, 'redis.log')} says why.`);
}

/** Redis 7.0 appends to a file that a crash cut off, and loses what it appended at its next start. */
async function rewriteFile(client: Redis): Promise<void> {
  await client.bgrewriteaof().catch(() => {}); // Refused where one is under way.
  while (/aof_rewrite_(in_progress|scheduled):1/.test(await client.info('persistence'))) {
    await sleep(20);
  }
}

/** Stops the Redis unless another process uses it. */
async function stopUnlessShared(client: Redis): Promise<void> {
  try {
    const users = String(await client.client('LIST')).split(` name=${CONNECTION_NAME} `).length - 1;
    if (users === 1) await client.shutdown();
  } catch {} // SHUTDOWN is answered by the end of the connection.
  // On a connection that has ended, ioredis would keep the process for its disconnectTimeout of 2 s.
  if (client.status !== 'end') client.disconnect();
}
