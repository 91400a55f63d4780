import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { copyProject } from '../support/copy-project.ts';
import { KEYS, newAttempt } from '../support/waitlist.ts';

const SITE = 'http://localhost:4399';
const SERVE = `import { startDatabase } from './tools/local/database.ts';
  await startDatabase('${SITE}');`;

const root = mkdtempSync(join(tmpdir(), 'local-redis-'));
const data = join(root, '.data');
const servers: ChildProcess[] = [];

beforeAll(() => copyProject(root));
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => stop(server)));
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Starts the database as a server of the site does; resolves with the line that names it. */
async function serve(path = process.env.PATH, ...options: string[]) {
  const args = ['--input-type=module', '--eval', SERVE, '--', ...options];
  const server = spawn(process.execPath, args, { cwd: root, env: { PATH: path } });
  servers.push(server);
  return { server, line: String(await once(server.stdout, 'data')).trim() };
}

async function stop(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (server.exitCode === null && server.kill(signal)) await once(server, 'exit');
}

/** The database of the folder, as functions and commands reach it. */
function connect() {
  const { url, token } = JSON.parse(readFileSync(join(data, 'local-database.json'), 'utf8'));
  const redis = connectRedis({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token });
  return { url, redis };
}

async function redisPid(): Promise<string> {
  const info = await connect().redis.eval("return redis.call('INFO', 'server')", [], []);
  return /process_id:(\d+)/.exec(String(info))?.[1] ?? '';
}

/** Z is a zombie: it has ended, but its parent hasn't reaped it. */
const runs = (pid: string) => /^[^Z]/.test(`${spawnSync('ps', ['-o', 'stat=', '-p', pid]).stdout}`);

function command(line: string) {
  const args = ['tools/local/command-line.ts', ...line.split(' ')];
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'only its owner can read the local list, and after %s no Redis runs and nothing is lost',
  async (signal) => {
    const { server } = await serve();
    await connect().redis.set('kept', 1);
    const pid = await redisPid();
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' });
    for (const file of ['.', ...files])
      expect(statSync(join(data, file)).mode & 0o077, file).toBe(0);
    await stop(server, signal);
    await expect.poll(() => runs(pid)).toBe(false);
    await serve();
    expect(await connect().redis.get('kept')).toBe('1');
  },
);

test('two servers that start at once share one database, which needs a token', async () => {
  const lines = (await Promise.all([serve(), serve()])).map(({ line }) => line).sort();
  expect(lines[0]).toMatch(/^The list is local, in \.data\/redis \((redis|valkey)-server\)\.$/);
  expect(lines[1]).toBe('The list is local, shared with the site that is already served here.');
  const { url } = connect();
  expect((await fetch(url, { method: 'POST', body: '["FLUSHALL"]' })).status).toBe(401);
});

test('a site takes over from a killed one, and ends if its own Redis is killed', async () => {
  const killed = (await serve()).server;
  await connect().redis.set('kept', 1);
  const left = await redisPid();
  await stop(killed, 'SIGKILL');
  expect(runs(left)).toBe(true);
  const { server } = await serve();
  expect(runs(left)).toBe(false);
  expect(await connect().redis.get('kept')).toBe('1');
  process.kill(Number(await redisPid()), 'SIGKILL');
  const [said] = await once(server.stderr as never, 'data');
  expect(String(said)).toBe('The local Redis has ended. Start the site again.\n');
});

test('a power cut loses only a torn write, and nothing written after it', async () => {
  const { server } = await serve();
  const { redis } = connect();
  await redis.set('kept', 1);
  await redis.multi().set('torn', 1).set('torn', 2).exec();
  const pid = await redisPid();
  await stop(server, 'SIGKILL');
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(() => runs(pid)).toBe(false);
  const dir = join(data, 'redis/appendonlydir');
  const [newest = ''] = readdirSync(dir).filter((name) => /incr/.test(name));
  truncateSync(join(dir, newest), statSync(join(dir, newest)).size - 3);
  for (const added of [null, 'OK']) {
    const next = await serve();
    expect(await connect().redis.mget('kept', 'torn', 'added')).toEqual(['1', null, added]);
    await connect().redis.set('added', 'OK');
    await stop(next.server);
  }
});

test('without a Redis on the PATH, the demo and commands share a list in memory while the site is served', async () => {
  const stopped = { status: 3, stdout: '', stderr: 'Start the site first: npm start\n' };
  expect(command('--local stats')).toMatchObject(stopped);
  const { server, line } = await serve('/nowhere', '--demo');
  expect(line).toMatch(/^The list is in memory until you stop: .* with \d+ invented members\.$/);
  const limit = { key: KEYS.attempts('203.0.113.7'), requests: 1, windowSeconds: 600 };
  const waitlist = { redis: connect().redis, keys: KEYS, limit };
  expect(await joinQueue(waitlist, newAttempt())).toMatchObject({ ok: true });
  const file = join(data, 'list.csv');
  command(`--local export ${file}`);
  expect(readFileSync(file, 'utf8')).toContain(`${SITE}/?ref=`);
  await stop(server);
  expect(command('--local stats')).toMatchObject(stopped);
});
