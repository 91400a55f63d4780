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
  symlinkSync(join(project, 'src/assets'), join(root, 'src/assets'));
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

test.each([
  ['come in: now', '"come in: now"'],
  ['read # by all', '"read # by all"'],
  ["'don't wait'", `"don't wait"`],
  ['"say "hi": now"', '"say \\"hi\\": now"'],
  ['{product} calls', '"{product} calls"'],
  ['- come in', '"- come in"'],
])('back: %s needs quotes, and is valid with them', async (text, quoted) => {
  const line = edit('form.yml', 'back:', `back: ${text}`);
  const advice = `needs quotes. Write: back: ${quoted}`;
  expect(await problems()).toEqual([`src/content/form.yml, line ${line}, back: ${advice}`]);
  edit('form.yml', 'back:', `back: ${quoted}`);
  expect(await problems()).toEqual([]);
});

const VALID = ['12', 'yes', "don't wait", 'a#1', "'it''s'", '"hi" # new'];
test.each(VALID)('%s is valid', async (text) => {
  edit('form.yml', 'back:', `back: ${text}`);
  expect(await problems()).toEqual([]);
});

test('one run reports all problems of all files, each with its line', async () => {
  edit('form.yml', 'phone:');
  const back = edit('form.yml', 'back:', 'back:', 'colour: red', 'come in');
  const sending = edit('form.yml', 'sending:', `sending: ${'so '.repeat(20)}`, 'title: twice');
  const again = edit('member.yml', 'again:', 'again: {prodct} again');
  edit('about.md', '---');
  edit('about.md', '---');
  const found = (await problems()).map((problem) => problem.replace('src/content/', ''));
  expect(found).toEqual(
    expect.arrayContaining([
      'form.yml, line 1, phone: is missing.',
      `form.yml, line ${back}, back: is empty.`,
      `form.yml, line ${back + 1}, colour: is not used anywhere. Delete it.`,
      expect.stringContaining(`form.yml, line ${back + 2}: needs a key, a colon`),
      `form.yml, line ${sending}, sending: is 59 characters long, but can have at most 45.`,
      `form.yml, line ${sending + 1}, title: appears twice. Keep only one.`,
      expect.stringContaining(`member.yml, line ${again}, again: has {prodct}, but braces may`),
      'about.md, line 1: needs a line of three hyphens below its keys.',
    ]),
  );
});

test.each([
  ['site.yml', 'contact', 'us', "isn't an e-mail address."],
  ['landing.md', 'picture', 'Hero.png', "names Hero.png, which isn't in src/assets."],
  ['confirmation.yml', 'greeting', 'Hi', 'must have {firstName} once.'],
  ['confirmation.yml', 'reminder', 'Hi 🥀 {link}', 'it holds 70 characters with 🥀 in it'],
  ['confirmation.yml', 'reminder', `${'so '.repeat(34)}{link}`, 'it holds 160 characters, link'],
  ['form.yml', 'consent', 'We text you.', 'lacks what carriers require: who sends the texts'],
  ['member.yml', 'admittedLink', 'http://a.example', 'must start with https://.'],
])('%s: %s: %s', async (file, key, text, sentence) => {
  edit(file, `${key}:`, `${key}: ${JSON.stringify(text)}`);
  expect(await problems()).toEqual([expect.stringContaining(sentence)]);
});

test('a curly apostrophe in a text message becomes a straight one', async () => {
  edit('confirmation.yml', 'reminder:', 'reminder: It’s here, whenever I’m back: {link}');
  const { data } = await checkFile('src/content/confirmation.yml', contentRules.confirmation);
  expect(data.reminder).toBe("It's here, whenever I'm back: {link}");
});

test.each([
  ['All of us.', 'must start with # and its title'],
  ['# us\n\nSee [us](/abot).', 'has a link to /abot', 2],
  ['# us\n\n[us](/ https://us.example)', 'has a link to / https://us.example', 2],
  ['# us\n\n[js](javascript:alert)', 'has a link to javascript:alert', 2],
  ['# us\n\n![us](https://us.example/us.jpg)', 'has a picture', 2],
  ['# us\n\n<b>All</b> of us.', 'has an HTML tag', 2],
  ['# us\n\n##our promise', 'has a heading without a space after its #.', 2],
  ['# us\n\n- One\n- By {prodct}.', 'has {prodct}, but braces may only contain', 3],
])('a page: %j is reported at its line', async (body, sentence, row = 0) => {
  const head = `${read('about.md').split('\n---\n')[0]}\n---\n\n`;
  write('about.md', head + body);
  const line = head.split('\n').length + row;
  expect(await problems()).toEqual([
    expect.stringContaining(`src/content/about.md, line ${line}, body: ${sentence}`),
  ]);
});

test('a new file is a page, with headings, lists, links and bold words', async () => {
  const more = '## our cat\n\n- **soft**\n  - [ours](https://a.example)\n\n5 < 6, [{lab}](/press)';
  write('pages/press.md', read('pages/privacy.md').replace(/## What.*/s, more));
  expect(await problems()).toEqual([]);
  write('pages/Our Press.md', read('pages/press.md'));
  expect(await problems()).toEqual([expect.stringContaining("can't be a page's URL")]);
});

test('share picture and consent text can be left out; with the text, /privacy keeps the heading it links to', async () => {
  rmSync('src/content/share.yml', { force: true });
  edit('form.yml', 'consent:');
  edit('pages/privacy.md', '## Texts', '## Text messages');
  expect(await problems()).toEqual([]);
  edit(
    'form.yml',
    'consent:',
    'consent: "{lab} may send recurring texts. Msg & data rates may apply. Reply STOP to cancel, HELP for help. [Terms](/privacy#texts), [Privacy](/privacy)"',
  );
  expect(await problems()).toEqual([expect.stringContaining('has no heading ## Texts.')]);
});

test('each text has room for the longest names, so a problem with a name is only reported there', async () => {
  const product = edit('site.yml', 'product:', `product: ${'Otto '.repeat(3)}Otter`);
  const lab = edit('site.yml', 'lab:', `lab: ${'N'.repeat(30)}`);
  expect(await problems()).toEqual([]);
  edit('site.yml', 'product:', `product: ${'Otto '.repeat(4)}Zoë’s`);
  edit('site.yml', 'lab:', 'lab: "{N}"');
  const site = 'src/content/site.yml, line';
  expect(await problems()).toEqual([
    `${site} ${product}, product: is 25 characters long, but can have at most 20.`,
    `${site} ${product}, product: has ë, which text messages can't have.`,
    expect.stringContaining(`${site} ${lab}, lab: has {N}, but braces may only contain`),
  ]);
});
