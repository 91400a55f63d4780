import { spawn, spawnSync } from 'node:child_process';
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
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { provideDatabase } from '../../tools/local/database.ts';
import {
  type RedisAddress,
  startEmbeddedRedis,
  startRedis,
} from '../../tools/local/local-redis.ts';

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

const processId = async (redis: RedisAddress) =>
  Number(/process_id:(\d+)/.exec(String(await ask(redis, 'INFO', 'server')))?.[1]);

const expectGone = (redis: RedisAddress) => expect(() => ask(redis, 'PING')).rejects.toThrow();

describe('a folder of data', () => {
  test('keeps what it holds over a restart', async () => {
    const first = await startRedis({ dir });
    expect(first.where).toMatch(/local-redis-\w+ \((redis|valkey)-server \d+\.\d+\.\d+\)$/);
    await ask(first, 'SET', 'name', 'Zoë');
    await first.stop();
    await expectGone(first);

    const second = await startRedis({ dir });
    expect(await ask(second, 'GET', 'name')).toBe('Zoë');
    await second.stop();
  });

  test('has one Redis, however many start at once, until the last one has stopped', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => startRedis({ dir })));
    expect(new Set(await Promise.all(all.map(processId))).size).toBe(1);
    const [last, ...others] = all as [(typeof all)[0], ...typeof all];
    await Promise.all(others.map((redis) => redis.stop()));
    expect(await ask(last, 'PING')).toBe('PONG');
    await last.stop();
    await expectGone(last);
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
    await redis.stop(); // Until then, files come and go.
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect(mode(dir)).toBe(0o700);
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    expect(files).toContain('appendonlydir');
    for (const file of files) expect(mode(join(dir, file)) & 0o077, file).toBe(0);
  });
});

describe('after an accident', () => {
  test.each([
    ['a Redis killed with -9 has lost nothing', 0, '2'],
    ['a file torn in its last write loses that write alone, and stays sound', 3, null],
  ])('%s', async (_, tornBytes, second) => {
    const killed = await startRedis({ dir });
    await ask(killed, 'SET', 'first', '1');
    await ask(killed, 'SET', 'second', '2');
    process.kill(await processId(killed), 'SIGKILL');
    await expectGone(killed);
    const files = readdirSync(join(dir, 'appendonlydir')).filter((name) => /incr\.aof$/.test(name));
    const newest = join(dir, 'appendonlydir', files.sort().at(-1) as string);
    truncateSync(newest, statSync(newest).size - tornBytes);

    for (const expected of [second, '3']) {
      const next = await startRedis({ dir });
      expect(await ask(next, 'MGET', 'first', 'second')).toEqual(['1', expected]);
      await ask(next, 'SET', 'second', '3');
      await next.stop();
    }
  });

  test('a file so long that Redis rewrites it by itself at the start is no obstacle', async () => {
    const killed = await startRedis({ dir });
    // More than its auto-aof-rewrite-min-size.
    await ask(killed, 'SET', 'long', 'x'.repeat(70 * 1024 * 1024));
    process.kill(await processId(killed), 'SIGKILL');
    await expectGone(killed);
    const next = await startRedis({ dir });
    expect(await ask(next, 'STRLEN', 'long')).toBe(70 * 1024 * 1024);
    await next.stop();
  });

  test('`npm start` says that its database has died, and brings it back', async () => {
    for (const name of ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN']) vi.stubEnv(name, '');
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const database = await provideDatabase(dir);
    const redis = connectRedis();
    const path = join(dir, 'redis.sock');
    for (const time of [1, 2]) {
      await redis.set('name', `Zoë ${time}`);
      process.kill(await processId({ path }), 'SIGKILL');
      await expect
        .poll(() => redis.get('name').catch(() => ''), { timeout: 5_000 })
        .toBe(`Zoë ${time}`);
      expect(said).toHaveBeenCalledTimes(time);
    }
    expect(said).toHaveBeenLastCalledWith('The local database has died; starting it again.');
    await database.close();
    await expectGone({ path });
    expect(said).toHaveBeenCalledTimes(2);
    said.mockRestore();
  });

  test('a start that was killed in the middle holds nobody up', async () => {
    const { pid } = spawnSync('true');
    symlinkSync(String(pid), join(dir, 'starting'));
    const redis = await startRedis({ dir });
    expect(await ask(redis, 'PING')).toBe('PONG');
    await redis.stop();
  });
});

describe('a process that starts Redis', () => {
  const MODULE = new URL('../../tools/local/local-redis.ts', import.meta.url).href;

  /** Starts it in a process of its own, which then does `work`; resolves once it is up. */
  async function startElsewhere(work: string) {
    const script = `const { startRedis } = await import('${MODULE}');
      const redis = await startRedis({ dir: ${JSON.stringify(dir)} });
      process.stdout.write('up');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      ${work}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(child.stdout, 'data');
    return child;
  }

  test('and is killed with -9 leaves it to the next, who stops it in the end', async () => {
    const starter = await startElsewhere('');
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    const heir = await startRedis({ dir });
    expect(readFileSync(join(dir, 'redis.log'), 'utf8')).not.toContain('Failed listening');
    await heir.stop();
    await expectGone(heir);
  });

  test('and merely exits takes it along', async () => {
    const starter = await startElsewhere('process.exit();');
    starter.stdin.write('go');
    await once(starter, 'exit');
    const gone = { path: join(dir, 'redis.sock') };
    await expect.poll(() => ask(gone, 'PING').catch(() => 'gone')).toBe('gone');
  });

  test('stops it and exits leaves it to those who still use it', async () => {
    const starter = await startElsewhere('await redis.stop(); process.exit();');
    const other = await startRedis({ dir });
    starter.stdin.write('go');
    await once(starter, 'exit');
    await sleep(100);
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
