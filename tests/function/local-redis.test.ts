import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { startRedis } from '../../tools/local/local-redis.ts';
import { startRestGateway } from '../../tools/local/rest-gateway.ts';
import { someone } from '../support/waitlist.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'local-redis-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs one command on a connection of its own. */
async function ask(...[command = '', ...args]: string[]) {
  const client = new Redis({ path: join(dir, 'redis.sock'), retryStrategy: () => null });
  client.on('error', () => {});
  return client.call(command, ...args).finally(() => client.disconnect());
}
const isGone = () => ask('PING').catch(() => 'gone');

test('eight starts at once share one Redis until the last has stopped, though a killed start left its lock', async () => {
  writeFileSync(join(dir, 'starting'), `${spawnSync('true').pid}`);
  const all = await Promise.all(Array.from({ length: 8 }, () => startRedis(dir)));
  await ask('SET', 'name', 'Zoë');
  for (const redis of all) {
    expect(await ask('GET', 'name')).toBe('Zoë');
    await redis.stop();
  }
  expect(await isGone()).toBe('gone');
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  for (const file of ['.', ...files]) expect(statSync(join(dir, file)).mode & 0o077, file).toBe(0);
});

test('a Redis killed with -9 loses only a torn write, and its gateway obeys no stranger and finds the next Redis', async () => {
  const redis = await startRedis(dir);
  const gateway = await startRestGateway({ redis, token: 'token' });
  const env = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  const client = connectRedis(env);
  await client.set('kept', 1);
  await client.multi().set('torn', 1).set('torn', 2).exec();
  const stranger = await fetch(gateway.url, { method: 'POST', body: '["FLUSHALL"]' });
  expect(stranger.status).toBe(401);
  process.kill(
    Number(/process_id:(\d+)/.exec(String(await ask('INFO', 'server')))?.[1]),
    'SIGKILL',
  );
  await expect.poll(isGone).toBe('gone');
  await expect(client.get('kept')).rejects.toThrow('the database is away');
  const [newest = ''] = readdirSync(join(dir, 'appendonlydir')).filter((name) => /incr/.test(name));
  const file = join(dir, 'appendonlydir', newest);
  truncateSync(file, statSync(file).size - 3);

  for (const added of ['a', 'b']) {
    const next = await startRedis(dir);
    await expect.poll(() => client.get('kept').catch(() => ''), { timeout: 10_000 }).toBe('1');
    expect(await client.pipeline().get('torn').set(added, 1).exec()).toEqual([null, 'OK']);
    await next.stop();
  }
  const last = await startRedis(dir);
  expect(await ask('MGET', 'a', 'b')).toEqual(['1', '1']);
  await gateway.close();
  await last.stop();
});

test('without a Redis on the PATH people join a list in memory', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const redis = await startRedis(dir);
  expect(redis.where).toBe('in memory only, gone when you stop');
  const gateway = await startRestGateway({ redis, token: 'token' });
  const env = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  for (const position of [1, 2, 3]) {
    const attempt = { ...someone({ firstName: 'Zoë 😀' }), limit: 2 };
    const joined = { outcome: 'joined', position };
    const refused = { outcome: 'limited' };
    expect(await joinQueue(connectRedis(env), attempt)).toMatchObject(
      position < 3 ? joined : refused,
    );
  }
  await gateway.close();
  await redis.stop();
});
