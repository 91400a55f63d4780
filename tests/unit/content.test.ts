import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contentRules } from '../../src/content.config.ts';
import { checkContent, checkFile, formatProblem } from '../../src/site/check-content.ts';

const project = process.cwd();

/** A copy of the content for a marketer to edit. */
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('src/content', join(root, 'src/content'), { recursive: true });
  for (const folder of ['src/assets', 'src/pages'])
    symlinkSync(join(project, folder), join(root, folder));
  vi.stubEnv('SITE_URL', '');
  process.chdir(root);
});
afterEach(() => {
  const root = process.cwd();
  process.chdir(project);
  rmSync(root, { recursive: true });
});

const read = (name: string) => readFileSync(`src/content/${name}`, 'utf8');
const write = (name: string, text: string) => writeFileSync(`src/content/${name}`, text);
const problems = async () => (await checkContent(contentRules)).map(formatProblem);

/** Puts `rows` in place of the line that begins with `start`, or at the end; returns its number. */
function edit(name: string, start: string, ...rows: string[]): number {
  const all = read(name).split('\n');
  const found = all.findIndex((row) => row.startsWith(start));
  const index = found < 0 ? all.length - 1 : found;
  write(name, all.toSpliced(index, 1, ...rows).join('\n'));
  return index + 1;
}

/** Writes a page's Markdown below its keys; returns the number of its first line. */
function editBody(name: string, ...body: string[]): number {
  const head = `${read(name).split('\n---\n')[0]}\n---\n`;
  write(name, head + body.join('\n'));
  return head.split('\n').length;
}

test.each([
  ['back: come in: now', '"come in: now"'],
  ['back: read # by all', '"read # by all"'],
  ['back: #1 in line', '"#1 in line"'],
  ["back: 'tis time", '"tis time"'],
  ["back: 'don't wait'", `"don't wait"`],
  ['back: "say "hi": now"', '"say \\"hi\\": now"'],
  ['back: @otto calls', '"@otto calls"'],
  ['back: {product} calls', '"{product} calls"'],
  ['back: - come in', '"- come in"'],
])('%s gets quotes, and is then right', async (row, quoted) => {
  const line = edit('form.yml', 'back:', row);
  const advice = `needs quotes. Write: back: ${quoted}`;
  expect(await problems()).toEqual([`src/content/form.yml, line ${line}, back: ${advice}`]);
  edit('form.yml', 'back:', `back: ${quoted}`);
  expect(await problems()).toEqual([]);
});

test.each([
  '12',
  'yes',
  "don't wait",
  'a#1',
  '"{product}: now"',
  "'it''s'",
  '"hi" # new',
  '1. a_b',
])('back: %s is right', async (text) => {
  edit('form.yml', 'back:', `back: ${text}`);
  expect(await problems()).toEqual([]);
});

test('all faults of all files are reported in one run, each with its line', async () => {
  edit('form.yml', 'phone:');
  const back = edit('form.yml', 'back:', 'back:', 'colour: red', 'come in');
  const sending = edit('form.yml', 'sending:', `sending: ${'so '.repeat(20)}`, 'title: twice');
  const again = edit('member.yml', 'again:', 'again: <b>Again</b>, {prodct}');
  const found = (await problems()).map((problem) => problem.replace('src/content/', ''));
  expect(found.toSorted()).toEqual([
    'form.yml, line 1, phone: is missing.',
    expect.stringMatching(`line ${sending}, sending: is 59 characters long and has room for 45.`),
    expect.stringMatching(`line ${sending + 1}, title: is in line \\d as well.`),
    expect.stringMatching(`line ${back}, back: is empty.`),
    expect.stringMatching(`line ${back + 1}, colour: is a key that nothing reads.`),
    expect.stringMatching(`line ${back + 2}: is no line of a key, a colon, a space and a text`),
    expect.stringMatching(`member.yml, line ${again}, again: has an HTML tag`),
    expect.stringMatching(`member.yml, line ${again}, again: has {prodct}, which nothing fills`),
  ]);
});

test.each([
  ['site.yml', 'contact', 'us', 'is missing, or is no e-mail address.'],
  ['landing.md', 'picture', 'Hero.png', 'names Hero.png, which is not in src/assets.'],
  ['confirmation.yml', 'greeting', 'Hi', 'has to hold {firstName} once.'],
  ['confirmation.yml', 'reminder', 'Hi 🥀 {link}', 'with 🥀 has room for 70 characters'],
  ['confirmation.yml', 'reminder', `${'so '.repeat(34)}{link}`, 'has room for 160 characters'],
  ['form.yml', 'consent', 'We may text you.', 'lacks what carriers want: who sends the texts'],
])('%s: %s: %s', async (file, key, text, sentence) => {
  edit(file, `${key}:`, `${key}: ${JSON.stringify(text)}`);
  expect(await problems()).toEqual([expect.stringContaining(`${key}: ${sentence}`)]);
});

test('a curly apostrophe of a text message becomes a straight one', async () => {
  edit('confirmation.yml', 'reminder:', `reminder: It’s here, whenever I’m back: {link}`);
  const file = 'src/content/confirmation.yml';
  const { data } = await checkFile(file, contentRules['confirmation.yml']);
  expect(data.reminder).toBe("It's here, whenever I'm back: {link}");
});

test.each([
  ['All of us.', 'has to begin with its title'],
  ['# us\n\nSee [us](/abot).', 'has a link to /abot, which leads nowhere.', 2],
  ['# us\n\n[js](javascript:alert)', 'has a link to javascript:alert, which leads nowhere.', 2],
  ['# us\n\n![us](us.jpg) All of us.', 'has a picture', 2],
  ['# us\n\n<b>All</b> of us.', 'has an HTML tag', 2],
  ['# us\n\n##our promise', 'has a heading without a space behind its #.', 2],
  ['# us\n\n- One\n- By {prodct}.', 'has {prodct}, which nothing fills in.', 3],
])('a page: %j is reported at its line', async (body, sentence, row = 0) => {
  const line = editBody('about.md', body) + row;
  const found = await problems();
  expect(found[0]).toContain(`src/content/about.md, line ${line}, body: ${sentence}`);
});

test('a page may hold headings, lists, links and bold words, and another page is a file', async () => {
  const more = '## our cat\n\n- **soft**\n  - [ours](https://a.example)\n\n5 < 6, [{lab}](/press)';
  write('pages/press.md', read('pages/privacy.md').replace(/## What.*/s, more));
  expect(await problems()).toEqual([]);
  write('pages/Our Press.md', read('pages/press.md'));
  expect(await problems()).toEqual([expect.stringContaining('cannot be the address of a page')]);
});

test('the hyphens around the keys of a page are missed', async () => {
  edit('landing.md', '---');
  expect(await problems()).toEqual([expect.stringContaining('three hyphens above its keys')]);
});

test('without a consent text there is no box, and with one its page keeps the heading', async () => {
  edit(
    'form.yml',
    'consent:',
    'consent: "{lab} may send recurring texts. Msg & data rates may apply. Reply STOP to cancel, HELP for help. [Terms](/privacy#texts), [Privacy](/privacy)"',
  );
  edit('pages/privacy.md', '## Texts', '## Text messages');
  expect(await problems()).toEqual([expect.stringContaining('has no heading ## Texts.')]);
  edit('form.yml', 'consent:');
  expect(await problems()).toEqual([]);
});

test('two lines rename everything, and a name that spoils texts is reported once, where it stands', async () => {
  edit('site.yml', 'product:', 'product: Otto');
  edit('site.yml', 'lab:', 'lab: Night Labs');
  expect(await problems()).toEqual([]);
  // Text messages have half the room with these letters.
  const line = edit('site.yml', 'product:', 'product: Żółwik');
  expect(await problems()).toEqual([
    expect.stringContaining(
      `src/content/site.yml, line ${line}, product: makes other texts wrong.`,
    ),
  ]);
});

test('the share picture can be left out, and no other file', async () => {
  rmSync('src/content/share.yml', { force: true });
  expect(await problems()).toEqual([]);
  rmSync('src/content/about.md');
  expect(await problems()).toEqual([expect.stringContaining('about.md, line 1: is missing.')]);
});
