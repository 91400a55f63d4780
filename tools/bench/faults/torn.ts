import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { joinQueue } from '../../../netlify/queue/queue.ts';
import { audit } from '../../../tests/support/audit.ts';
import { someone } from '../../../tests/support/waitlist.ts';
import { findRedisServer, startRedis } from '../../local/local-redis.ts';
import { freePort } from '../free-port.ts';
import { killServer, pidOf, withClient } from './kills.ts';

export interface Torn {
  /** At how many places, evenly over the last signup, its bytes are cut off. */
  cuts: number;
}

export interface TornResult {
  cuts: number;
  /** Cuts after which, two starts later, the list was not sound any more. */
  broken: number;
  ms: number;
}

interface Server {
  host: string;
  port: number;
  /** Takes it away without a goodbye. */
  kill(): Promise<void>;
}

/** As `npm start` does: with a fresh file after each start. */
async function startCured(dir: string): Promise<Server> {
  const redis = await startRedis({ dir });
  const { host, port } = redis;
  return {
    host,
    port,
    async kill() {
      await withClient(redis, rewritten);
      await killServer(await pidOf(redis));
      await redis.stop();
    },
  };
}

async function rewritten(client: Redis) {
  while (/aof_rewrite_(in_progress|scheduled):1/.test(await client.info('persistence'))) {
    await sleep(5);
  }
}

/** The same program and settings, and no BGREWRITEAOF. */
async function startPlain(dir: string): Promise<Server> {
  const program = findRedisServer();
  if (!program) throw new Error('This needs redis-server or valkey-server on the PATH.');
  const port = await freePort();
  const settings = ['--port', `${port}`, '--dir', dir, '--save', '', '--appendonly', 'yes'];
  const args = [...settings, '--bind', '127.0.0.1', '--aof-load-truncated', 'yes'];
  const child = spawn(program, args, { stdio: 'ignore' });
  const server = { host: '127.0.0.1', port, kill: () => end(child) };
  for (;;) {
    const up = await withClient(server, (client) => client.ping()).catch(() => undefined);
    if (up === 'PONG') return server;
    if (child.exitCode !== null) throw new Error(`${program} did not start.`);
    await sleep(10);
  }
}

async function end(child: ChildProcess) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/**
 * The append-only file ends in the middle of a signup, as after a power cut. Redis 7 drops that
 * signup at the first start, but leaves the opening of its transaction in the file: what is written
 * next continues it, and the second start runs the halves together. A fresh file in time cures it.
 */
export async function tearFile({ cuts }: Torn, cured: boolean): Promise<TornResult> {
  const started = performance.now();
  const start = cured ? startCured : startPlain;
  const original = mkdtempSync(join(tmpdir(), 'torn-redis-'));
  const first = await startPlain(original);
  for (let count = 0; count < 3; count += 1) await withClient(first, joinDirectly);
  await first.kill();

  const bytes = readFileSync(lastFile(original), 'latin1');
  const begin = bytes.lastIndexOf('*1\r\n$5\r\nMULTI');
  if (begin < 0) throw new Error('The signup is no transaction in the append-only file.');
  let broken = 0;
  for (let cut = 0; cut < cuts; cut += 1) {
    const dir = mkdtempSync(join(tmpdir(), 'torn-redis-'));
    cpSync(original, dir, { recursive: true });
    const file = lastFile(dir);
    truncateSync(file, begin + 1 + Math.floor((cut * (statSync(file).size - begin - 1)) / cuts));
    const second = await start(dir);
    await withClient(second, joinDirectly);
    await second.kill();
    const third = await start(dir);
    const { problems, members, joined } = await withClient(third, audit);
    // Two whole signups before the torn one, and one after it.
    if (problems.length > 0 || members.size !== 3 || joined !== 3) broken += 1;
    await third.kill();
    rmSync(dir, { recursive: true, force: true });
  }
  rmSync(original, { recursive: true, force: true });
  return { cuts, broken, ms: performance.now() - started };
}

function joinDirectly(client: Redis) {
  return joinQueue(
    {
      evalsha: (_sha: string, _keys: string[], _args: unknown[]) => {
        throw new Error('NOSCRIPT');
      },
      eval: (script: string, keys: string[], args: unknown[]) =>
        client.eval(script, keys.length, ...keys, ...args.map(String)) as Promise<never>,
    },
    someone(),
  );
}

function lastFile(dir: string): string {
  const folder = join(dir, 'appendonlydir');
  const files = readdirSync(folder).filter((name) => name.endsWith('.incr.aof'));
  return join(folder, files.sort().at(-1) ?? '');
}
