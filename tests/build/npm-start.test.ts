import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { startProgram } from '../../tools/local/start-program.ts';
import { freePort } from '../support/start-preview.ts';

/** What the site is built and served from. */
const COPIED = 'src netlify cli public tools astro.config.mjs package.json .nvmrc'.split(' ');
const PHONE = '5550100001';
const PRIVATE = ['list.csv', 'list.json.gz', '.env'];
const LOGS = 'redis/appendonlydir/*.incr.aof';
/** What a full disk may leave of a signup: a transaction without an end. */
const TORN = '*1\r\n$5\r\nMULTI\r\n*2\r\n$4\r\nINCR\r\n$6\r\nstarts\r\n*2\r\n$4\r\nINCR';

/** Starts the database as a server of the site does. */
const SERVE = `import { startDatabase } from './tools/local/database.ts';
  await startDatabase('http://localhost:4399');`;

// A copy of the project has caches of its own, and links to the packages.
const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'project-')));
const filter = (path: string) => !path.endsWith('node_modules');
for (const part of COPIED) fs.cpSync(part, join(root, part), { recursive: true, filter });
fs.mkdirSync(join(root, 'node_modules'));
for (const name of fs.readdirSync('node_modules')) {
  if (/^\.(astro|cache|vite)/.test(name)) continue;
  fs.symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
}
const data = join(root, '.data');
// Without Vitest's variables, because Astro serves no pages if it thinks it's under test; at a home without Astro's.
const env = { PATH: process.env.PATH, HOME: root, NODE_ENV: 'production' };
afterAll(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

/** Starts the local database; resolves with its process and the line that names it. */
async function serve(path = process.env.PATH, ...options: string[]) {
  const args = ['--input-type=module', '--eval', SERVE, '--', ...options];
  const server = spawn(process.execPath, args, { cwd: root, env: { PATH: path } });
  return { server, line: String(await once(server.stdout, 'data')).trim() };
}

async function stop(server: ChildProcess, signal: NodeJS.Signals) {
  server.kill(signal);
  await once(server, 'exit');
  // Redis removes its socket when it ends.
  await expect.poll(() => fs.existsSync(join(data, 'redis/redis.sock'))).toBe(false);
}

function run(file: string, ...options: string[]) {
  const args = [`tools/local/${file}`, ...options];
  return spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
}

const command = (line: string) => run('command-line.ts', '--local-list', ...line.split(' '));

test('only its owner can read the local list, and no signal loses it or leaves its Redis running', async () => {
  for (const [index, signal] of (['SIGINT', 'SIGKILL', 'SIGHUP'] as const).entries()) {
    const { server, line } = await serve();
    expect(line).toMatch(/^The list is local, in \.data\/redis \((redis|valkey)-server\)\.$/);
    const access = JSON.parse(fs.readFileSync(join(data, 'local-database.json'), 'utf8'));
    expect(await connectRedis(access).incr('starts')).toBe(index + 1);
    for (const path of ['redis', 'local-database.json'])
      expect(fs.statSync(join(data, path)).mode & 0o077, path).toBe(0);
    // Redis has rewritten what it read.
    await expect.poll(() => fs.globSync(LOGS, { cwd: data })).toHaveLength(1);
    await stop(server, signal);
    const [log = ''] = fs.globSync(LOGS, { cwd: data });
    fs.appendFileSync(join(data, log), TORN);
  }
});

test('without a Redis on the PATH, the demo and commands share a list in memory while the site is served', async () => {
  const { server, line } = await serve('/nowhere', '--demo');
  expect(line).toMatch(/^The list is in memory until you stop: .* 100 members, all invented\.$/);
  const file = join(data, 'list.csv');
  command(`export ${file}`);
  expect(fs.readFileSync(file, 'utf8')).toContain('http://localhost:4399/?ref=');
  const second = await serve('/nowhere', '--demo');
  expect(second.line).toContain('keeps its 100 members');
  second.server.kill();
  await stop(server, 'SIGTERM');
  const stopped = { status: 1, stdout: '', stderr: 'Start the site first: npm start\n' };
  expect(command('stats')).toMatchObject(stopped);
});

test('npm start joins signups to the local list, serves nothing private, shows an edit, and ends with its Redis', async () => {
  const hosted = 'UPSTASH_REDIS_REST_URL=https://127.0.0.1:3\nUPSTASH_REDIS_REST_TOKEN=token\n';
  for (const file of PRIVATE) fs.writeFileSync(join(root, file), `${hosted}PHONE=${PHONE}`);
  const port = `${await freePort()}`;
  const origin = `http://localhost:${port}`;
  const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const];
  const server = startProgram('npm', ['start', '--', '--port', port], { cwd: root, env, stdio });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text) => {
      output += text;
    });
  const get = (path: string) =>
    fetch(origin + path, { headers: { Accept: 'text/html' } }).catch(() => undefined);
  // Without Vite's cache, on a busy machine.
  await expect.poll(async () => (await get('/'))?.status, { timeout: 120_000 }).toBe(200);

  const body = new URLSearchParams({ firstName: 'Zoë', lastName: 'Lee', phone: PHONE });
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: origin };
  const url = `${origin}/.netlify/functions/waitlist-signup`;
  const response = await fetch(url, { method: 'POST', headers, body });
  expect(await response.text()).toContain('#1');

  for (const file of PRIVATE) {
    for (const path of [`/${file}`, `/@fs${root}/${file}?import&raw`]) {
      const response = await get(path);
      expect(response?.status, path).toBeGreaterThanOrEqual(400);
      expect(await response?.text(), path).not.toContain(PHONE);
    }
  }

  // Also once a browser has loaded the copy.
  const loadCopy = async () => (await get('/@id/__x00__virtual:content/client'))?.text();
  await loadCopy();
  const form = join(root, 'src/content/form.yml');
  const edited = fs.readFileSync(form, 'utf8').replace(/^button: .*/m, 'button: Jump in');
  fs.writeFileSync(form, edited);
  await expect.poll(async () => (await get('/'))?.text()).toContain('Jump in');

  // A problem comes without a stack.
  fs.appendFileSync(form, 'extra: text\n');
  await expect.poll(loadCopy).toContain('extra: isn');
  expect(await loadCopy()).not.toContain('node_modules');
  expect(output).toContain('extra: isn');

  // Last, since it blocks this process, and the server closes connections that stay idle.
  expect(command(`find ${PHONE}`).stdout).toContain('first name  Zoë');
  // What npm prints itself, two sentences, and one line for the signup.
  const printed = `\n> .*\n> .*\n\nThe list is local.*\nThe site is on ${origin}\\.\n{"function":`;
  expect(output).toMatch(RegExp(`^${printed}`));
  const second = run('start.ts', 'dev');
  const refusal = `The site is already on ${origin}: to stop it, press Ctrl-C there.\n`;
  expect(second).toMatchObject({ status: 1, stdout: '', stderr: refusal });
  await stop(server, 'SIGTERM');
  await expect.poll(() => get('/')).toBeUndefined();
}, 180_000);
