import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 }); // A build takes 5 s on a quiet machine.

const SOURCES = ['tools', 'netlify', 'public', 'src', 'astro.config.mjs', 'netlify.toml'];

/** A copy of the project, for a marketer to edit and a developer to build. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'copy-'));
  for (const part of [...SOURCES, 'package.json', 'tsconfig.json']) {
    cpSync(part, join(root, part), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Replaces what `pattern` finds in src/content/`file`, which has to have it. */
function edit(file: string, pattern: RegExp, text: string) {
  const path = join(root, 'src/content', file);
  const before = readFileSync(path, 'utf8');
  expect(before).toMatch(pattern);
  writeFileSync(path, before.replace(pattern, text));
}

/** Builds the copy: its exit code, and all that was printed. */
async function build() {
  const options = { cwd: root, env: { ...process.env, NO_COLOR: '1' } };
  const ended = promisify(execFile)(resolve('node_modules/.bin/astro'), ['build'], options);
  const { code = 0, stdout, stderr } = await ended.catch((error) => error);
  return { code, output: stdout + stderr };
}

test('a new name and a new text beside the box are everywhere, and of a page taken away nothing', async () => {
  edit('site.md', /^product: .*/m, 'product: Ottavio');
  // The real one takes 14 s of compressing.
  const picture = sharp({ create: { width: 16, height: 24, channels: 3, background: 'red' } });
  await picture.png().toFile(join(root, 'src/assets/hero.png'));
  const line = 'Tick to agree that we may text you. [Our terms](/privacy#texts)';
  const version = createHash('sha256').update(line).digest('hex').slice(0, 8);
  const consent = join(root, 'src/content/consent');
  writeFileSync(join(consent, `2099-01-01-${version}.md`), `${line}\n`);
  appendFileSync(
    join(consent, 'README.md'),
    `| 2099-01-01-${version} | Ottavio | Resolution Labs |\n`,
  );
  rmSync(join(root, 'src/content/privacy.md'));

  expect(await build()).toMatchObject({ code: 0 });
  const site = readAll(join(root, 'dist'));
  const answers = readAll(join(root, 'netlify/http/generated'));
  expect(site.match(/Ottavio/g)?.length).toBeGreaterThan(5);
  for (const pages of [site, answers]) {
    expect(pages).toContain('Ottavio');
    expect(pages).not.toMatch(/fabio/i);
    expect(pages).toContain('Tick to agree that we may text you. Our terms');
    expect(pages).toContain(`name="consent" value="${version}"`);
    expect(pages).not.toContain('Reply STOP');
    expect(pages).not.toMatch(/\/privacy/);
  }
});

/** Every text that a folder holds, pictures and fonts left out. */
function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(html|js|css|json|xml|txt|svg|webmanifest)$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}
