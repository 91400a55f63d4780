import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { fillDemo } from '../../tools/local/fill-demo.ts';
import { type LocalRedis, startRedis } from '../../tools/local/local-redis.ts';
import { startRestGateway } from '../../tools/local/rest-gateway.ts';
import { copyProject } from '../support/copy-project.ts';
import { KEYS, newAttempt } from '../support/waitlist.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'local-redis-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs one command on a connection of its own. */
async function ask(...[command = '', ...args]: string[]) {
  const client = new Redis({ path: join(dir, 'redis.sock'), retryStrategy: () => null });
  client.on('error', () => {});
  return client.call(command, ...args).finally(() => client.disconnect());
}
const isGone = () => ask('PING').catch(() => 'gone');

async function openGateway(redis: LocalRedis) {
  const { url, token, close } = await startRestGateway({ redis, token: 'token' });
  const client = connectRedis({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token });
  return { url, client, close };
}

test.each<[string, (lock: string) => void]>([
  ['the lock of one that was killed', (lock) => symlinkSync(`${spawnSync('true').pid}`, lock)],
  ['an empty lock', (lock) => writeFileSync(lock, '')],
])('eight starts at once share one Redis until all have stopped, beside %s', async (_, leave) => {
  leave(join(dir, 'starting'));
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

test('a stop leaves no timer that a command would wait for', () => {
  const script = `import { startRedis } from './tools/local/local-redis.ts';
    const redis = await startRedis(${JSON.stringify(dir)});
    await redis.stop();
    console.log(process.getActiveResourcesInfo().includes('Timeout'));`;
  const args = ['--input-type=module', '--eval', script];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout).toBe('false\n');
});

test('a start names the lock that another program seems to have, and stops', async () => {
  symlinkSync(`${process.ppid}`, join(dir, 'starting'));
  vi.useFakeTimers({ toFake: ['Date'] });
  const start = startRedis(dir).catch(String);
  vi.setSystemTime(Date.now() + 6_000);
  expect(await start).toContain(`${join(dir, 'starting')}: try again, or remove that file.`);
});

test('a Redis killed with -9 loses only a torn write, and its gateway obeys no stranger and finds the next Redis', async () => {
  const { url, client, close } = await openGateway(await startRedis(dir));
  await client.set('kept', 1);
  await client.multi().set('torn', 1).set('torn', 2).exec();
  expect((await fetch(url, { method: 'POST', body: '["FLUSHALL"]' })).status).toBe(401);
  const [, pid] = /process_id:(\d+)/.exec(String(await ask('INFO', 'server'))) ?? [];
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(isGone).toBe('gone');
  await expect(client.get('kept')).rejects.toThrow('the database is away');
  const [newest = ''] = readdirSync(join(dir, 'appendonlydir')).filter((name) => /incr/.test(name));
  const file = join(dir, 'appendonlydir', newest);
  truncateSync(file, statSync(file).size - 3);

  for (const values of [
    ['1', null, null],
    ['1', null, 'OK'],
  ]) {
    const next = await startRedis(dir);
    const read = () => client.pipeline().mget('kept', 'torn', 'added').exec();
    await expect.poll(() => read().catch(() => []), { timeout: 10_000 }).toEqual([values]);
    await client.set('added', 'OK');
    await next.stop();
  }
  await close();
});

test('tests that are killed leave no Redis behind', async () => {
  const code = `import { startTestRedis } from './tests/support/test-redis.ts';
    process.stdout.write(String((await startTestRedis()).pid));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  const pid = String(await once(child.stdout, 'data'));
  // Z: it has ended, and nobody has asked how.
  const runs = () => /^[^Z]/.test(String(spawnSync('ps', ['-o', 'stat=', '-p', pid]).stdout));
  expect(runs()).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(runs).toBe(false);
});

test('Ctrl-C while a command opens the local list leaves no Redis behind', async () => {
  copyProject(dir);
  const socket = join(dir, '.data/redis/redis.sock');
  const stats = ['tools/local/command-line.ts', '--local', 'stats'];
  const command = spawn(process.execPath, stats, { cwd: dir });
  while (!existsSync(socket)) await setImmediate();
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([130, null]);
  // Redis removes it when it ends.
  expect(existsSync(socket)).toBe(false);
});

test('without a Redis on the PATH visitors join a list in memory, invented ones while it is empty', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const redis = await startRedis(dir);
  expect(redis.where).toBe('in memory only, gone when you stop');
  const { url, client, close } = await openGateway(redis);
  vi.stubEnv('UPSTASH_REDIS_REST_URL', url);
  vi.stubEnv('UPSTASH_REDIS_REST_TOKEN', 'token');
  expect([await fillDemo(), await fillDemo()]).toEqual([60, 0]);
  const attempt = { ...newAttempt({ firstName: 'Zoë 😀' }), attemptLimit: 1 };
  expect(await joinQueue({ redis: client, keys: KEYS }, attempt)).toMatchObject({
    outcome: 'joined',
    position: 53, // Eight were admitted.
  });
  const again = { ...newAttempt(), attemptLimit: 1 };
  expect(await joinQueue({ redis: client, keys: KEYS }, again)).toMatchObject({
    outcome: 'rate_limited',
  });
  await close();
  await redis.stop();
});
