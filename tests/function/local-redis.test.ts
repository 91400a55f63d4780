import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  findRedisServer,
  type LocalRedis,
  startEmbeddedRedis,
  startRedis,
} from '../../tools/local/local-redis.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'local-redis-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs one command on a connection of its own. */
async function ask({ host, port }: LocalRedis, command: string, ...args: string[]) {
  const client = new Redis({ host, port, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    return await client.call(command, ...args);
  } finally {
    client.disconnect();
  }
}

async function killServer(redis: LocalRedis) {
  const info = String(await ask(redis, 'INFO', 'server'));
  process.kill(Number(/process_id:(\d+)/.exec(info)?.[1]), 'SIGKILL');
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
    expect(new Set(all.map(({ port }) => port)).size).toBe(1);
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

  test('moves to another port when a stranger has its own', async () => {
    const usual = await startRedis({ dir });
    await usual.stop();
    const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => stranger.listen(usual.port, '127.0.0.1', resolve));
    const moved = await startRedis({ dir });
    expect(moved.port).not.toBe(usual.port);
    stranger.close();

    const joined = await startRedis({ dir });
    expect(joined.port).toBe(moved.port);
    await Promise.all([moved.stop(), joined.stop()]);
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
    const module = new URL('../../tools/local/local-redis.ts', import.meta.url).href;
    const script = `const { startRedis } = await import(${JSON.stringify(module)});
      await startRedis({ dir: ${JSON.stringify(dir)} });
      process.stdout.write('up');`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(starter.stdout, 'data');
    starter.kill('SIGKILL');
    await once(starter, 'exit');

    const heir = await startRedis({ dir });
    expect(readFileSync(join(dir, 'redis.log'), 'utf8')).not.toContain('Failed listening');
    await heir.stop();
    await expect(() => ask(heir, 'PING')).rejects.toThrow();
  });

  test('a process that merely exits takes its Redis with it', async () => {
    const module = new URL('../../tools/local/local-redis.ts', import.meta.url).href;
    const script = `const { startRedis } = await import(${JSON.stringify(module)});
      process.stdout.write(String((await startRedis({ dir: ${JSON.stringify(dir)} })).port));
      process.exit();`;
    const port = Number(execFileSync(process.execPath, ['--input-type=module', '-e', script]));
    const gone = { host: '127.0.0.1', port, where: '', stop: async () => {} };
    await expect.poll(() => ask(gone, 'PING').catch(() => 'gone')).toBe('gone');
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
