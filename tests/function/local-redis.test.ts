import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  findRedisServer,
  type RedisAddress,
  startEmbeddedRedis,
  startRedis,
} from '../../tools/local/local-redis.ts';

const MODULE = new URL('../../tools/local/local-redis.ts', import.meta.url).href;
const IMPORT = `const { startRedis } = await import('${MODULE}');`;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'local-redis-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs one command on a connection of its own. */
async function ask(redis: RedisAddress, command: string, ...args: string[]) {
  const client = new Redis({ ...redis, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    return await client.call(command, ...args);
  } finally {
    client.disconnect();
  }
}

const processId = (info: unknown) => Number(/process_id:(\d+)/.exec(String(info))?.[1]);

async function killServer(redis: RedisAddress) {
  process.kill(processId(await ask(redis, 'INFO', 'server')), 'SIGKILL');
  await expect(() => ask(redis, 'PING')).rejects.toThrow();
}

test('this machine has a Redis for these tests', () => {
  expect(findRedisServer(), 'Install redis-server or valkey-server.').toBeDefined();
});

describe('a folder of data', () => {
  test('says where it is and which program keeps it', async () => {
    const redis = await startRedis({ dir });
    expect(redis.where).toMatch(/local-redis-\w+ \((redis|valkey)-server \d+\.\d+\.\d+\)$/);
    await redis.stop();
  });

  test('keeps what it holds over a restart', async () => {
    const first = await startRedis({ dir });
    await ask(first, 'SET', 'name', 'Zoë');
    await first.stop();
    await expect(() => ask(first, 'PING')).rejects.toThrow();

    const second = await startRedis({ dir });
    expect(await ask(second, 'GET', 'name')).toBe('Zoë');
    await second.stop();
  });

  test('has one Redis, however many start at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => startRedis({ dir })));
    const ids = all.map((redis) => ask(redis, 'INFO', 'server').then(processId));
    expect(new Set(await Promise.all(ids)).size).toBe(1);
    await Promise.all(all.map((redis) => redis.stop()));
    for (const redis of all) await expect(() => ask(redis, 'PING')).rejects.toThrow();
  });

  test('is served until the last one has stopped', async () => {
    const starter = await startRedis({ dir });
    const joiner = await startRedis({ dir });
    await starter.stop();
    expect(await ask(joiner, 'PING')).toBe('PONG');
    await joiner.stop();
    await expect(() => ask(joiner, 'PING')).rejects.toThrow();
  });

  test('is not mixed up with another folder', async () => {
    const other = mkdtempSync(join(tmpdir(), 'local-redis-'));
    const [a, b] = await Promise.all([startRedis({ dir }), startRedis({ dir: other })]);
    await ask(a, 'SET', 'name', 'Zoë');
    expect(await ask(b, 'GET', 'name')).toBeNull();
    await Promise.all([a.stop(), b.stop()]);
    rmSync(other, { recursive: true });
  });

  test('may lie deeper than the path of a socket goes, for who works in it', async () => {
    const deep = join(dir, 'a-folder-with-a-long-name'.repeat(5));
    await expect(startRedis({ dir: deep })).rejects.toThrow('too long for a socket');
    const here = process.cwd();
    process.chdir(deep);
    const redis = await startRedis({ dir: join(deep, '.data/redis') });
    expect(await ask(redis, 'PING')).toBe('PONG');
    await redis.stop();
    process.chdir(here);
  });

  test('is for the eyes of its owner alone', async () => {
    const redis = await startRedis({ dir });
    await ask(redis, 'SET', 'name', 'Zoë');
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect(mode(dir)).toBe(0o700);
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    expect(files).toContain('appendonlydir');
    for (const file of files) expect(mode(join(dir, file)) & 0o077, file).toBe(0);
    await redis.stop();
  });
});

describe('after an accident', () => {
  test('a Redis killed with -9 has lost nothing', async () => {
    const killed = await startRedis({ dir });
    for (let i = 1; i <= 100; i++) await ask(killed, 'INCR', 'n');
    await killServer(killed);
    await killed.stop();

    const next = await startRedis({ dir });
    expect(await ask(next, 'GET', 'n')).toBe('100');
    await next.stop();
  });

  test('a file torn in its last write loses that write alone, and stays sound', async () => {
    const killed = await startRedis({ dir });
    await ask(killed, 'SET', 'first', '1');
    await ask(killed, 'SET', 'second', '2');
    await killServer(killed);
    const files = readdirSync(join(dir, 'appendonlydir')).filter((name) => /incr\.aof$/.test(name));
    const torn = join(dir, 'appendonlydir', files.sort().at(-1) as string);
    truncateSync(torn, statSync(torn).size - 3);

    for (const second of [null, '3']) {
      const next = await startRedis({ dir });
      expect(await ask(next, 'MGET', 'first', 'second')).toEqual(['1', second]);
      await ask(next, 'SET', 'second', '3');
      await next.stop();
    }
  });

  test('a Redis whose starter was killed with -9 is taken over, and stopped in the end', async () => {
    const script = `await startRedis({ dir: ${JSON.stringify(dir)} });
      process.stdout.write('up');`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', IMPORT + script]);
    await once(starter.stdout, 'data');
    starter.kill('SIGKILL');
    await once(starter, 'exit');

    const heir = await startRedis({ dir });
    expect(readFileSync(join(dir, 'redis.log'), 'utf8')).not.toContain('Failed listening');
    await heir.stop();
    await expect(() => ask(heir, 'PING')).rejects.toThrow();
  });

  test('a start that was killed in the middle holds nobody up', async () => {
    const { pid } = spawnSync('true');
    symlinkSync(String(pid), join(dir, 'starting'));
    const redis = await startRedis({ dir });
    expect(await ask(redis, 'PING')).toBe('PONG');
    await redis.stop();
  });

  test('a process that merely exits takes its Redis with it', async () => {
    const script = `await startRedis({ dir: ${JSON.stringify(dir)} });
      process.exit();`;
    execFileSync(process.execPath, ['--input-type=module', '-e', IMPORT + script]);
    const gone = { path: join(dir, 'redis.sock') };
    await expect.poll(() => ask(gone, 'PING').catch(() => 'gone')).toBe('gone');
  });

  test('a starter that stops and exits leaves it to those who still use it', async () => {
    const script = `const redis = await startRedis({ dir: ${JSON.stringify(dir)} });
      process.stdout.write('up');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      await redis.stop();
      process.exit();`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', IMPORT + script]);
    await once(starter.stdout, 'data');
    const other = await startRedis({ dir });
    starter.stdin.write('go');
    await once(starter, 'exit');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await ask(other, 'PING')).toBe('PONG');
    await other.stop();
  });
});

test('the embedded stand-in runs scripts as Redis does', async () => {
  const script = `
    redis.call('HSET', KEYS[1], 'phone', cjson.encode({ name = ARGV[1] }))
    redis.call('ZADD', KEYS[2], 6, 'B'); redis.call('ZADD', KEYS[2], 6, 'A')
    redis.call('INCRBY', KEYS[3], 4); redis.call('PEXPIRE', KEYS[3], 60000)
    local n, ttl = redis.call('INCR', KEYS[3]), redis.call('PTTL', KEYS[3])
    return { string.format('%07X', 2 ^ 28 - n), redis.call('HGET', KEYS[1], 'phone'),
      redis.call('HGET', KEYS[1], 'nobody'), redis.call('ZRANK', KEYS[2], 'B'),
      redis.call('ZRANK', KEYS[2], 'nobody'), redis.call('ZINCRBY', KEYS[2], -5, 'B'),
      redis.call('ZSCORE', KEYS[2], 'B'), tonumber(ARGV[2]), ttl > 59000 and ttl <= 60000 }`;
  const embedded = await startEmbeddedRedis();
  const real = await startRedis({ dir });
  const args = ['EVAL', script, '3', '{q}h', '{q}z', '{q}n', 'Zoë 😀', '7'] as const;
  const answer = ['FFFFFFB', '{"name":"Zoë 😀"}', null, 1, null, '1', '1', 7, 1];
  expect(await ask(real, ...args)).toEqual(answer);
  expect(await ask(embedded, ...args)).toEqual(answer);
  await Promise.all([embedded.stop(), real.stop()]);
});
