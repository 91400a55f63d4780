import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { copyProject } from '../support/copy.ts';

type Edit = [pattern: RegExp, text: string];
let copy: ReturnType<typeof copyProject>;
afterEach(() => copy.remove());

/** What a marketer reads after edits that do not fit. */
async function readComplaint(command: 'build' | 'sync', file: string, edits: Edit[]) {
  copy = copyProject();
  for (const [pattern, text] of edits) copy.edit(file, pattern, text);
  const { code, output } = await copy.astro(command);
  expect(code).not.toBe(0);
  return output;
}

describe('mistakes in the Markdown stop the build, and it names file, key and what is expected', () => {
  test('a typo, a hint that is too long, a picture that is not there', async () => {
    const complaint = await readComplaint('sync', 'landing.md', [
      [/^pitch:/m, 'pich:'],
      [/^hint:.*/m, 'hint: click here, right here, for your very early access'],
      [/hero\.png/, 'heros.png'],
    ]);
    expect(complaint).toContain('does not know the key pich: check the spelling');
    expect(complaint).toContain('hint: is too long: keep it to 40 characters');
    expect(complaint).toContain('hero.picture: names a file that is not there');
    expect(complaint).toContain('src/content/landing.md');
  });

  test('a missing key, and a blank that nobody fills', async () => {
    const complaint = await readComplaint('sync', 'signup.md', [
      [/^ {2}share:.*\n/m, ''],
      [/\{firstName\}/, '{name}'],
    ]);
    expect(complaint).toContain('confirmation.share: is missing: write a text');
    expect(complaint).toContain('confirmation.greeting: has to contain {firstName}');
    expect(complaint).toContain('confirmation.greeting: does not know {name}');
    expect(complaint).toContain('src/content/signup.md');
  });

  test('a picture without a text for those who cannot see it', async () => {
    const complaint = await readComplaint('sync', 'landing.md', [[/^ {2}alt:.*\n/m, '']]);
    expect(complaint).toContain('hero.alt: is missing: write a text');
  });

  test('a line that people agreed to and that was changed afterwards', async () => {
    const [file = ''] = readdirSync('src/content/consent');
    const complaint = await readComplaint('build', `consent/${file}`, [[/texts?|text/, 'call']]);
    expect(complaint).toContain(
      `src/content/consent/${file} holds another text than its name says`,
    );
    expect(complaint).toMatch(
      /a new text goes into a new file, src\/content\/consent\/\d{4}-\d\d-\d\d-[0-9a-f]{8}\.md/,
    );
  });

  test('a text to herself that takes more than one text message', async () => {
    const long = `reminder: ${'word '.repeat(30)}{link}`;
    const complaint = await readComplaint('build', 'signup.md', [[/reminder: ".*"/, long]]);
    expect(complaint).toMatch(/confirmation\.reminder is \d+ characters with her link/);
  });

  test('an invitation that takes more than one text message', async () => {
    const long = `invitation: ${'word '.repeat(30)}{link}`;
    const complaint = await readComplaint('build', 'signup.md', [[/invitation: ".*"/, long]]);
    expect(complaint).toMatch(
      /src\/content\/signup\.md: confirmation\.invitation is \d+ characters with her link; one text message holds 160/,
    );
  });
});

test('two lines of one day, of which nobody could say which is the newer', async () => {
  copy = copyProject();
  const [first = ''] = readdirSync('src/content/consent');
  const text = 'By joining you agree that we may text you.';
  const version = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const day = first.slice(0, 10);
  writeFileSync(join(copy.root, `src/content/consent/${day}-${version}.md`), `${text}\n`);
  const { code, output } = await copy.astro('build');
  expect(code).not.toBe(0);
  expect(output).toContain(`are of ${day}: give the newer one a later day`);
});

test('a new line under the form goes into a file of its own, and the old one stays', async () => {
  copy = copyProject();
  const text = 'By joining you agree that we may text you, and only about your spot.';
  const version = createHash('sha256').update(text).digest('hex').slice(0, 8);
  writeFileSync(join(copy.root, `src/content/consent/2099-01-01-${version}.md`), `${text}\n`);
  expect(await copy.astro('build')).toMatchObject({ code: 0 });
  const landing = readFileSync(join(copy.root, 'dist/index.html'), 'utf8');
  expect(landing).toContain(text);
  expect(landing).toContain(`name="consent" value="${version}"`);
  expect(landing).not.toContain('Reply STOP anytime');
});

test('a product with another name has it everywhere, and the old one nowhere', async () => {
  copy = copyProject();
  copy.edit('site.md', /^product: .*/m, 'product: Ottavio');
  expect(await copy.astro('build')).toMatchObject({ code: 0 });
  const site = readAll(join(copy.root, 'dist'));
  const answers = readAll(join(copy.root, 'netlify/http/generated'));
  expect(site.match(/Ottavio/g)?.length).toBeGreaterThan(5);
  expect(answers).toContain('Ottavio');
  expect(site + answers).not.toMatch(/fabio/i);
});

/** Every text that a folder holds, pictures and fonts left out. */
function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(html|js|css|json|xml|txt|svg|webmanifest)$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
}
