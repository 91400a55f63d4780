import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject } from '../support/copy-project.ts';
import { killOnExit } from '../support/kill-on-exit.ts';
import { freePort } from '../support/start-preview.ts';

const SOON = { timeout: 60_000, interval: 500 };
const PHONE = '5550100001';
const PRIVATE = ['list.csv', 'list.json.gz', '.env'];

let root: string;
let origin: string;
let server: ChildProcess;
let output = '';

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'start-')));
  copyProject(root);
  const hosted = 'UPSTASH_REDIS_REST_URL=https://127.0.0.1:3\nUPSTASH_REDIS_REST_TOKEN=token\n';
  for (const file of PRIVATE) writeFileSync(join(root, file), `${hosted}PHONE=${PHONE}`);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = spawn('npm', ['start', '--', '--port', `${port}`], { cwd: root, env });
  killOnExit(server.pid, root);
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (part) => (output += part));
  while (!(await get('/'))) await sleep(100);
}, 90_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

// Without Vitest's variables, because Astro serves no pages if it thinks it's under test.
const env = { PATH: process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1' };
const get = (path: string) =>
  fetch(origin + path, { headers: { Accept: 'text/html' } }).catch(() => undefined);

test('npm start shows a problem in the copy instead of the page until it is fixed', async () => {
  const landing = join(root, 'src/content/landing.md');
  const right = readFileSync(landing, 'utf8');
  const wrong = right.replace(/^hint: .*/m, 'hint: {product} calls');
  // Written repeatedly, because the server may not watch the file yet.
  const statusOf = async (text: string) => {
    writeFileSync(landing, text);
    return (await get('/'))?.status;
  };
  const problem = async () => (await statusOf(wrong)) === 500 && output;
  await expect.poll(problem, SOON).toContain('Write: hint: "{product} calls"');
  await expect.poll(() => statusOf(right), SOON).toBe(200);
}, 120_000);

test('npm start serves neither exports nor settings', async () => {
  for (const file of PRIVATE) {
    for (const path of [`/${file}`, `/@fs${root}/${file}`]) {
      for (const query of ['', '?raw', '?url', '?import&raw', '?inline']) {
        const response = await get(path + query);
        expect(response?.status, path + query).toBeGreaterThanOrEqual(400);
        expect(await response?.text(), path + query).not.toContain(PHONE);
      }
    }
  }
});

test('a signup on npm start joins the local list, even if .env names a hosted one, and commands find it', async () => {
  const body = new URLSearchParams({ firstName: 'Zoë', lastName: 'Lee', phone: PHONE });
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: origin };
  const url = `${origin}/.netlify/functions/waitlist-signup`;
  const response = await fetch(url, { method: 'POST', headers, body });
  expect(await response.text()).toContain('#1');
  const find = ['tools/local/command-line.ts', '--local', 'find', PHONE];
  const { stdout } = spawnSync(process.execPath, find, { cwd: root, env, encoding: 'utf8' });
  expect(stdout).toContain('first name  Zoë');
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(409);
});

test('SIGTERM ends npm start with its site and its Redis', async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  await expect.poll(() => get('/'), SOON).toBeUndefined();
  await expect.poll(() => readdirSync(join(root, '.data/redis')), SOON).not.toContain('redis.sock');
});
