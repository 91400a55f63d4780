import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

export type LocalRedis = {
  host: string;
  port: number;
  /** Where the data is, for people: ".data/redis (redis-server 7.0.15)". */
  where: string;
  stop(): Promise<void>;
};

const HOST = '127.0.0.1';

/** The name of each process's connection, by which the last one to leave knows that it is last. */
const PRESENT = 'waitlist-dev';

/**
 * Gives the Redis that keeps its data in `dir`: the one already running there, else a new
 * redis-server or valkey-server from the PATH, else one inside this process that forgets.
 * Whoever stops last stops the server, so one whose starter was killed is not left behind.
 * Throws when the server does not start; `dir`/redis.log says why.
 */
export async function startRedis({ dir }: { dir: string }): Promise<LocalRedis> {
  const program = findRedisServer();
  if (!program) return startEmbeddedRedis();

  mkdirSync(dir, { recursive: true });
  const home = realpathSync(dir);
  const ports = portsOf(home);
  for (let attempt = 0; attempt < 10; attempt++) {
    const answers = await Promise.all(ports.map((port) => connect(port, home)));
    const running = answers.find((answer) => answer instanceof Redis);
    if (running) return describe(running, home);
    // Always the first free one: after a lost race the same port again, on which the winner is.
    const port = ports[answers.indexOf('free')];
    const started = port && (await launch(program, port, home));
    if (started) return describe(started, home);
  }
  throw new Error(`${program} did not start; ${join(dir, 'redis.log')} says why.`);
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

/**
 * The ports a folder may use, derived from its path, so that binding one is the lock on the data:
 * two starts at once cannot both write the files, and there is no port file to go stale. More than
 * one, in case another program has the first; below 32768, where Linux takes outgoing ports from.
 */
function portsOf(home: string): number[] {
  const first = 20_000 + (createHash('sha256').update(home).digest().readUInt32BE() % 10_000);
  return Array.from({ length: 5 }, (_, i) => first + i);
}

/** A connection to the Redis of that folder once it has loaded its data, or what is there instead. */
async function connect(port: number, home: string): Promise<Redis | 'free' | 'taken'> {
  const client = new Redis({
    host: HOST,
    port,
    connectionName: PRESENT,
    lazyConnect: true,
    retryStrategy: () => null,
    maxLoadingRetryTime: 10, // ioredis waits a second between looks at one that is loading,
    disconnectTimeout: 50, // and two for a connection that is closed already.
    commandTimeout: 2000, // For some other program that takes connections and says nothing.
  });
  let refused = false;
  client.on('error', (error: NodeJS.ErrnoException) => {
    refused = error.code === 'ECONNREFUSED';
  });
  try {
    await client.connect();
    const [, dir] = (await client.config('GET', 'dir')) as string[];
    if (dir === home) return client;
  } catch {} // Nobody there, or no Redis.
  client.disconnect();
  return refused ? 'free' : 'taken';
}

/** Starts a server; undefined if it ended before it answered, as one does whose port is taken. */
async function launch(program: string, port: number, home: string): Promise<Redis | undefined> {
  const settings = {
    dir: home,
    logfile: 'redis.log',
    loglevel: 'warning',
    bind: HOST,
    port,
    save: '',
    appendonly: 'yes',
    // Nobody who was told of her place is lost when this process is killed. With "everysec" Redis
    // answers while a write still waits for the fsync before it: faults once lost 22 of 12,763.
    appendfsync: 'always',
    'aof-load-truncated': 'yes',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  // Detached, so the terminal's Ctrl-C reaches us alone and requests under way can finish.
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.unref();
  const kill = () => child.kill(); // SIGTERM, on which Redis finishes its files and ends.
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));

  while (child.exitCode === null && child.signalCode === null) {
    const client = await connect(port, home);
    if (client instanceof Redis) {
      const isOurs = (await client.info('server')).includes(`process_id:${child.pid}\r`);
      // A fresh file in place of one whose last write a crash may have torn.
      if (isOurs) await client.bgrewriteaof();
      // Another start was faster; ours must not come up later, when that one has stopped.
      else child.kill('SIGKILL');
      return client;
    }
    await sleep(5);
  }
  return undefined;
}

async function describe(client: Redis, home: string): Promise<LocalRedis> {
  const info = await client.info('server');
  const [, name, version] =
    /(valkey)_version:(\S+)/.exec(info) ?? /(redis)_version:(\S+)/.exec(info) ?? [];
  return {
    host: HOST,
    port: client.options.port as number,
    where: `${relative('.', home)} (${name}-server ${version})`,
    stop: () => leave(client),
  };
}

async function leave(client: Redis): Promise<void> {
  try {
    // Renamed before looking: of two that leave at once, at least one sees that nobody is left.
    await client.client('SETNAME', 'leaving');
    const others = String(await client.client('LIST')).includes(` name=${PRESENT} `);
    if (!others) await client.shutdown();
  } catch {} // SHUTDOWN is answered by the end of the connection, and a dead server needs none.
  client.disconnect();
}
