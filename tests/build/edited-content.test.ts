import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 }); // A build takes 8 s on a quiet machine.

const run = promisify(execFile);

/** Every text that a folder holds, pictures and fonts left out. */
const readAll = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(html|js|css|json|xml|txt|svg|webmanifest)$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');

// `npm test -- --edited-content` runs all tests on such copies; on those, this one would be the same again.
test.skipIf(process.env.EDITED_CONTENT).for([
  ['as long and awkward as may be', 'long', 'Herzensflüstererinné', /may text you about Herz/],
  ['as short as may be, and no page about privacy', 'short', 'Ö&amp;', /may text you about Ö/],
] as const)(
  'all words, names and the picture are others: %s',
  async ([, how, product, consent]) => {
    const root = mkdtempSync(join(tmpdir(), `${how}-`));
    try {
      await run(process.execPath, ['tests/support/edit-content.ts', root, how]);
      // Vitest's own would bring React's for developers.
      const env = { ...process.env, NODE_ENV: 'production' };
      await run('npm', ['run', '-s', 'build'], { cwd: root, env });
      const site = readAll(join(root, 'dist'));
      const answers = readAll(join(root, 'netlify/http/generated'));
      const archive = readdirSync(join(root, 'src/content/consent'));
      const file = archive.find((name) => name.startsWith('2099')) ?? '';
      for (const pages of [site, answers]) {
        expect(pages).toContain(product);
        expect(pages.match(/fabio|resolution.?labs|bestie|situationship/gi)).toBeNull();
        expect(pages).toMatch(consent);
        expect(pages).toContain(`name="consent" value="${file.slice(11, 19)}"`);
        expect(pages.includes('/privacy')).toBe(how === 'long');
      }
    } finally {
      rmSync(root, { recursive: true });
    }
  },
);
