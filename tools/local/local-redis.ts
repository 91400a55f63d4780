import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readlinkSync, realpathSync, symlinkSync, unlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Where a Redis answers: a socket in the folder of its data, or for the embedded one a port. */
export type RedisAddress = { path: string } | { host: string; port: number };

export type LocalRedis = RedisAddress & {
  /** Where the data is, for people: ".data/redis (redis-server 7.0.15)". */
  where: string;
  stop(): Promise<void>;
};

type Start = { dir: string; onDeath?: () => void };

/** The name of each process's connection, by which the last one to leave knows that it is last. */
const PRESENT = 'waitlist-dev';

/** What the system takes as the path of a socket: 107 bytes on Linux, 103 on a Mac. */
const LONGEST_PATH = 103;

/**
 * Gives the Redis that keeps its data in `dir`: the one already running there, else a new
 * redis-server or valkey-server from the PATH, else one inside this process that forgets.
 * Whoever stops last stops the server, so one whose starter was killed is not left behind.
 * `onDeath` is called when it ends before that. Throws when the server does not start;
 * `dir`/redis.log says why.
 */
export async function startRedis({ dir, onDeath = () => {} }: Start): Promise<LocalRedis> {
  const program = findRedisServer();
  if (!program) return startEmbeddedRedis();

  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o700);
  const home = realpathSync(dir);
  const path = socketIn(home);
  return withLock(home, async () => {
    const running = await connect(path);
    const { client, letGo } = running
      ? { client: running, letGo: () => {} }
      : await launch(program, home, path);
    client.once('end', onDeath);
    return {
      path,
      where: `${relative('.', home)} (${await nameOf(client)})`,
      async stop() {
        letGo();
        client.off('end', onDeath);
        await withLock(home, () => leave(client));
      },
    };
  });
}

/** The name of the program to run, or undefined where the PATH has none. */
export function findRedisServer(): string | undefined {
  const programs = ['redis-server', 'valkey-server'];
  return programs.find((program) => spawnSync(program, ['--version']).status === 0);
}

/** js-redis-server: real Lua, answers like Redis 7 (see tests/function), nothing kept. */
export async function startEmbeddedRedis(): Promise<LocalRedis> {
  const { createRedisServer } = await import('js-redis-server');
  const { host, port, close } = await createRedisServer();
  return { host, port, where: 'in memory only, gone when you stop', stop: close };
}

/** From where we are if that is shorter: a project may lie deeper than the path of a socket goes. */
function socketIn(home: string): string {
  const path = join(home, 'redis.sock');
  const short = [path, relative('.', path)].find((each) => Buffer.byteLength(each) <= LONGEST_PATH);
  if (short) return short;
  throw new Error(`The path of ${home} is too long for a socket: start from the project's folder.`);
}

/**
 * Runs `work` while no other start or stop is under way in that folder, since a Redis that starts
 * takes the socket away from one that runs, and both would write the files.
 */
async function withLock<T>(home: string, work: () => Promise<T>): Promise<T> {
  const lock = join(home, 'starting');
  while (!take(lock)) await sleep(5);
  try {
    return await work();
  } finally {
    free(lock);
  }
}

/** Whether the lock is ours now: a link that names its holder's process. A dead one's is removed. */
function take(lock: string): boolean {
  try {
    symlinkSync(`${process.pid}`, lock);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readlinkSync(lock)), 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') free(lock);
  }
  return false;
}

/** Not by rmSync, which leaves a link whose target is missing. */
function free(lock: string): void {
  try {
    unlinkSync(lock);
  } catch {} // Another one was faster.
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** A connection to the Redis behind that socket once it has loaded its data, if there is one. */
async function connect(path: string): Promise<Redis | undefined> {
  const client = new Redis({
    path,
    connectionName: PRESENT,
    lazyConnect: true,
    retryStrategy: () => null,
    maxLoadingRetryTime: 10, // ioredis waits a second between looks at one that is loading,
    disconnectTimeout: 50, // and two for a connection that is closed already.
    commandTimeout: 2000, // For a Redis that was halted.
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch {
    client.disconnect();
    return undefined;
  }
}

async function launch(program: string, home: string, path: string) {
  const settings = {
    dir: home,
    logfile: 'redis.log',
    loglevel: 'warning',
    port: 0,
    unixsocket: 'redis.sock',
    save: '',
    appendonly: 'yes',
    // Nobody who was told of her place is lost when this process is killed. With "everysec" Redis
    // answers while a write still waits for the fsync before it: faults once lost 22 of 12,763.
    appendfsync: 'always',
    'aof-load-truncated': 'yes',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  // The files hold every phone: for their owner alone.
  const umask = process.umask(0o077);
  // Detached, so the terminal's Ctrl-C reaches us alone and requests under way can finish.
  const child = spawn(program, args, { cwd: home, detached: true, stdio: 'ignore' });
  process.umask(umask);
  child.unref();
  const kill = () => child.kill(); // SIGTERM, on which Redis finishes its files and ends.
  const letGo = () => void process.off('exit', kill);
  process.once('exit', kill);
  child.once('exit', letGo);

  while (child.exitCode === null && child.signalCode === null) {
    const client = await connect(path);
    if (client) {
      // A fresh file in place of one whose last write a crash may have torn.
      // Of a long one it makes a fresh file by itself.
      await client.bgrewriteaof().catch((error: Error) => {
        if (!error.message.includes('already in progress')) throw error;
      });
      return { client, letGo };
    }
    await sleep(5);
  }
  throw new Error(`${program} did not start; ${join(home, 'redis.log')} says why.`);
}

/** Such as "redis-server 7.0.15". */
async function nameOf(client: Redis): Promise<string> {
  const info = await client.info('server');
  const [, name, version] =
    /(valkey)_version:(\S+)/.exec(info) ?? /(redis)_version:(\S+)/.exec(info) ?? [];
  return `${name}-server ${version}`;
}

async function leave(client: Redis): Promise<void> {
  try {
    await client.client('SETNAME', 'leaving');
    const others = String(await client.client('LIST')).includes(` name=${PRESENT} `);
    if (!others) await client.shutdown();
  } catch {} // SHUTDOWN is answered by the end of the connection, and a dead server needs none.
  client.disconnect();
}
