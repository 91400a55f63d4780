import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const { platform, arch } = process;
const OLD_NODE = `node${platform === 'darwin' && arch === 'arm64' ? '-bin' : ''}-${platform}-${arch}@20`;
const NEWER_NODE = 'tools/local/node/node_modules';

const currentNode = dirname(process.execPath);
const folder = mkdtempSync(join(tmpdir(), 'install-'));
const project = join(folder, 'project');

/** A project without packages, whose start script prints the version of the Node that it runs on. */
beforeAll(() => {
  cpSync('tools/local', join(project, 'tools/local'), {
    recursive: true,
    filter: (source) => !source.includes('node_modules'),
  });
  const scripts = { ...packageJson.scripts, start: 'npm run -s setup && node --version' };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts }));
  writeFileSync(join(project, 'package-lock.json'), '{ "packages": {} }');
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What npm prints in the project, with the Node of the folder `node` first on the PATH. */
async function npm(node: string, args: string, cwd = project) {
  const env = { ...process.env, PATH: [node, process.env.PATH].join(delimiter) };
  const ended = await promisify(execFile)('npm', ['--silent', ...args.split(' ')], { cwd, env });
  return ended.stdout.trim();
}

/** The folder of an old Node: this machine's, or one from npm. */
async function findOldNode(): Promise<string> {
  const own = process.env.PATH?.split(delimiter).find((path) =>
    /^v20/.test(`${spawnSync(join(path, 'node'), ['--version']).stdout}`),
  );
  if (!own) await npm(currentNode, `install --prefix ${folder} ${OLD_NODE}`);
  return own ?? join(folder, 'node_modules/.bin');
}

test('without packages, a command that installs none says what to run first', async () => {
  const commands = 'dev build preview check:content lint typecheck format test:unit test:e2e';
  const output = commands.split(' ').map(async (name) => {
    const ended = npm(currentNode, `run ${name}`);
    return ended.catch(({ stdout, stderr }) => `${name}: ${stdout}${stderr}`);
  });
  for (const text of await Promise.all(output))
    expect(text).toMatch(/^\S+: Run npm start once: .+\n$/);
});

test('scripts get a newer Node only if theirs is too old, and again after npm ci removes it', async () => {
  expect(await npm(currentNode, 'start')).toBe(process.version);
  expect(existsSync(join(project, NEWER_NODE))).toBe(false);
  const old = await findOldNode();
  // If the machine's Node is old, the tests themselves run on one fetched this way.
  if (existsSync(NEWER_NODE)) symlinkSync(resolve(NEWER_NODE), join(project, NEWER_NODE));
  const message = /Node v20\S+ is too old: using Node v2\d\S+ from npm for this folder\.\nv2[2-9]/;
  expect(await npm(old, 'start')).toMatch(message);
  expect(await npm(old, 'start')).toMatch(/^v2[2-9]\S+$/);
  rmSync(join(project, 'node_modules/.bin/node'));
  expect(await npm(old, 'start')).toMatch(message);
}, 120_000);
