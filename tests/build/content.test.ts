import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyProject } from '../support/copy.ts';

vi.setConfig({ testTimeout: 120_000 }); // A build takes 5 s on a quiet machine.

let copy: ReturnType<typeof copyProject>;
beforeEach(() => {
  copy = copyProject();
});
afterEach(() => copy.remove());

// What else is told, and of which key, is in tests/unit/content.test.ts.
test('mistakes in the Markdown stop Astro, which names file, keys and what is expected', async () => {
  copy.edit('landing.md', /^pitch:/m, 'pich:');
  copy.edit('landing.md', /^hint:.*/m, 'hint: click here, right here, for your very early access');
  copy.edit('landing.md', /hero\.png/, 'heros.png');
  copy.edit('landing.md', /^ {2}alt:.*\n/m, '');
  const { code, output } = await copy.astro('sync');
  expect(code).not.toBe(0);
  expect(output).toContain('does not know the key pich: check the spelling');
  expect(output).toContain('hint: is too long: keep it to 40 characters');
  expect(output).toContain('hero.picture: names a file that is not there');
  expect(output).toContain('hero.alt: is missing: write a text');
  expect(output).toContain('src/content/landing.md');
});

test('a new name is everywhere, a new line under the form at once, and the old ones nowhere', async () => {
  copy.edit('site.md', /^product: .*/m, 'product: Ottavio');
  // The real one takes 14 s of compressing.
  const picture = sharp({ create: { width: 16, height: 24, channels: 3, background: 'red' } });
  await picture.png().toFile(join(copy.root, 'src/assets/hero.png'));
  const line = 'By joining you agree that we may text you, and only about your spot.';
  const version = createHash('sha256').update(line).digest('hex').slice(0, 8);
  writeFileSync(join(copy.root, `src/content/consent/2099-01-01-${version}.md`), `${line}\n`);

  expect(await copy.astro('build')).toMatchObject({ code: 0 });
  const site = readAll(join(copy.root, 'dist'));
  const answers = readAll(join(copy.root, 'netlify/http/generated'));
  expect(site.match(/Ottavio/g)?.length).toBeGreaterThan(5);
  for (const pages of [site, answers]) {
    expect(pages).toContain('Ottavio');
    expect(pages).not.toMatch(/fabio/i);
    expect(pages).toContain(line);
    expect(pages).toContain(`name="consent" value="${version}"`);
    expect(pages).not.toContain('Reply STOP anytime');
  }
});

/** Every text that a folder holds, pictures and fonts left out. */
function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(html|js|css|json|xml|txt|svg|webmanifest)$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}
