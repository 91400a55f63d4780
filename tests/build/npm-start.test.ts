import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../support/start-preview.ts';

test('npm start shows a mistake in place of the page, and the page as soon as it is mended', async () => {
  const root = mkdtempSync(join(tmpdir(), 'start-'));
  copyProject(root);
  const landing = join(root, 'src/content/landing.md');
  const right = readFileSync(landing, 'utf8');
  const config = join(root, 'src/content.config.ts');
  const schema = readFileSync(config, 'utf8');
  const hasKey = schema.replace('    hint:', '    extra: line(9),\n    hint:');
  writeFileSync(landing, right.replace(/^hint: .*/m, 'hint: {product} calls'));

  const port = await freePort();
  const astro = ['node_modules/astro/bin/astro.mjs', 'dev', '--port', `${port}`];
  // Astro does without its pages where it believes to be tested.
  const env = { PATH: process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1' };
  const server = spawn(process.execPath, astro, { cwd: root, env });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (part) => (output += part));
  const page = async () => {
    const headers = { Accept: 'text/html' };
    const response = await fetch(`http://localhost:${port}`, { headers }).catch(() => undefined);
    return response?.text();
  };
  const shows = (text: string) =>
    expect.poll(page, { timeout: 60_000, interval: 200 }).toContain(text);
  try {
    const sentence = 'hint: a text that begins with { needs quotes around it.';
    await shows(sentence);
    await shows(sentence);
    writeFileSync(landing, right);
    await shows('id="hint"');

    // A new key, in the words first and in the schema first.
    writeFileSync(landing, right.replace('hint:', 'extra: new\nhint:'));
    await shows('extra: is no key that anything reads.');
    writeFileSync(config, hasKey);
    await shows('id="hint"');
    writeFileSync(landing, right);
    await shows('extra: is missing.');
    writeFileSync(config, schema);
    await shows('id="hint"');

    expect(output.split(sentence)).toHaveLength(2);
    expect(output).not.toMatch(/error|^ +at /im);
  } finally {
    server.kill();
    await once(server, 'exit');
    rmSync(root, { recursive: true, force: true });
  }
}, 180_000);

function copyProject(root: string) {
  for (const part of ['src', 'netlify', 'public', 'tools', 'astro.config.mjs', 'package.json']) {
    cpSync(part, join(root, part), { recursive: true });
  }
  mkdirSync(join(root, 'node_modules'));
  // What tools keep there is the copy's own.
  const packages = readdirSync('node_modules').filter(
    (name) => !/^\.(astro|cache|vite)/.test(name),
  );
  for (const name of packages)
    symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
}
