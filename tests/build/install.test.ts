import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const { platform, arch } = process;
const OLD_NODE = `node${platform === 'darwin' && arch === 'arm64' ? '-bin' : ''}-${platform}-${arch}@20`;

const folder = mkdtempSync(join(tmpdir(), 'install-'));
const oldNode = join(folder, 'old');
const project = join(folder, 'project');
const bin = join(project, 'node_modules/.bin');
const fetched = join(project, 'tools/local/node/node_modules');

/** A project without packages, whose start script prints the version of the Node that it runs on. */
beforeAll(async () => {
  const scripts = { ...packageJson.scripts, start: 'npm run -s setup && node --version' };
  const files = { 'package.json': { scripts }, 'package-lock.json': { packages: {} } };
  cpSync('tools/local', join(project, 'tools/local'), {
    recursive: true,
    filter: (source) => !source.includes('node_modules'),
  });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(project, name), JSON.stringify(content));
  }
  for (const path of [oldNode, bin]) mkdirSync(path, { recursive: true });
  await npm(dirname(process.execPath), oldNode, 'install', OLD_NODE);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

/** What npm prints in that folder, with the Node of that folder first on the PATH. */
async function npm(node: string, cwd: string, ...args: string[]) {
  const env = { ...process.env, PATH: [node, process.env.PATH].join(delimiter) };
  return (await promisify(execFile)('npm', ['--silent', ...args], { cwd, env })).stdout.trim();
}

test('with a current Node first on the PATH nothing is fetched', async () => {
  expect(await npm(dirname(process.execPath), project, 'start')).toMatch(process.version);
  expect(existsSync(fetched)).toBe(false);
});

test('without packages, each command that installs none ends in one sentence', async () => {
  const commands = 'dev build preview check:content lint typecheck format test:unit test:e2e';
  const output = commands.split(' ').map(async (name) => {
    const ended = npm(dirname(process.execPath), project, 'run', name);
    return ended.catch(({ stdout, stderr }) => `${name}: ${stdout}${stderr}`);
  });
  for (const text of await Promise.all(output))
    expect(text).toMatch(/^\S+: Run npm start once: .+\n$/);
});

test('where Node is too old, scripts get a newer one, and get it again once npm ci has removed it', async () => {
  const old = join(oldNode, 'node_modules/.bin');
  const said = /Node v20\S+ is too old: using Node v2\d\S+ from npm for this folder\.\nv2[2-9]/;
  expect(await npm(old, project, 'start')).toMatch(said);
  expect(await npm(old, project, 'start')).toMatch(/^v2[2-9]\S+$/);
  rmSync(join(bin, 'node'));
  expect(await npm(old, project, 'start')).toMatch(said);
}, 120_000);
