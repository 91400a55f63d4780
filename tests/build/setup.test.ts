import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = fs.mkdtempSync(join(tmpdir(), 'setup-'));
afterAll(() => fs.rmSync(root, { recursive: true }));
for (const file of ['.nvmrc', 'tools/local/setup.mjs', 'tools/local/programs.mjs'])
  fs.cpSync(file, join(root, file), { recursive: true });

/** Writes a project that needs one package; its program says that it has the package's version. */
function writeProject(project: string, name: string, version: string, url = `file:${version}.tgz`) {
  const folder = join(root, project);
  const part = { version, bin: { [name]: 'node' } };
  const needs = { dependencies: { [name]: url } };
  const packages = { '': needs, [`node_modules/${name}`]: { ...part, resolved: url } };
  writeNode(join(folder, 'package'), version);
  const write = (file: string, value: object) =>
    fs.writeFileSync(join(folder, file), JSON.stringify(value));
  write('package/package.json', part);
  write('package.json', needs);
  write('package-lock.json', { lockfileVersion: 3, packages });
  spawnSync('tar', ['-czf', `${version}.tgz`, 'package'], { cwd: folder });
}

/** Writes a Node that says that it has another version. */
function writeNode(folder: string, version: string) {
  fs.mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\n[ "$1" = --version ] && echo v${version} || exec "${process.execPath}" "$@"`;
  fs.writeFileSync(join(folder, 'node'), script, { mode: 0o755 });
}

/** Runs the installer as npm's scripts do, without a network. */
function setUp(option = '') {
  const path = ['node_modules/.bin', 'old', process.env.PATH].join(delimiter);
  const env = { PATH: path, npm_config_cache: join(root, 'cache'), npm_config_offline: 'true' };
  const options = { cwd: root, env, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['tools/local/setup.mjs', option], options);
}

test('I run npm start once, and again after an update; if that fails, I read why', () => {
  for (const version of ['1.0.0', '2.0.0']) {
    writeProject('.', 'part', version);
    expect(setUp('--check').stderr).toMatch(/^Run npm start once: .*\n$/);
    expect(setUp().stdout).toMatch(/^Installing packages/);
    expect(setUp('--check')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  }
  writeProject('.', 'part', '3.0.0', 'https://registry.npmjs.org/part/-/part-3.0.0.tgz');
  const { status, stderr } = setUp();
  const reason = /ENOTCACHED.*could not be installed; npm says why above\.\n$/s;
  expect([status, stderr]).toEqual([1, expect.stringMatching(reason)]);
  writeProject('.', 'part', '2.0.0');
});

test('an old Node is replaced for this folder, unless npm has no newer one', () => {
  writeNode(join(root, 'old'), '20.11.1');
  writeProject('tools/local/node', 'node', '22.0.0');
  const { status, stderr } = setUp();
  const sentence = 'Node v20.11.1 is too old: install Node 24 from https://nodejs.org.\n';
  expect([status, stderr]).toEqual([1, sentence]);
  writeProject('tools/local/node', 'node', '24.1.0');
  expect(setUp().stdout).toMatch(/using Node v24\.1\.0 from npm for this folder\.\n$/);
  expect(setUp()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});
