import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contentRules } from '../../src/content.config.ts';
import { checkContent, checkFile } from '../../src/site/check-content.ts';
import { describeConsent } from '../../src/site/consent.ts';
import { readPage } from '../../src/site/markdown.ts';

const project = process.cwd();
// A problem of today's copy fails the copy check, not these tests.
const today = (await checkContent(contentRules)).map(({ sentence }) => sentence);

/** A copy of the content for a marketer to edit. */
beforeEach(() => {
  const root = fs.mkdtempSync(join(tmpdir(), 'content-'));
  fs.cpSync('src/content', join(root, 'src/content'), { recursive: true });
  fs.symlinkSync(join(project, 'src/assets'), join(root, 'src/assets'));
  vi.stubEnv('SITE_URL', '');
  process.chdir(root);
});
afterEach(() => {
  const root = process.cwd();
  process.chdir(project);
  fs.rmSync(root, { recursive: true });
});

async function findProblems() {
  const problems = await checkContent(contentRules);
  return problems.filter(({ sentence }) => !today.includes(sentence));
}
const expectProblem = async (name: string, line: number, sentence: string) =>
  expect(await findProblems()).toMatchObject([
    { file: path(name), line, sentence: expect.stringContaining(sentence) },
  ]);

const path = (name: string) => `src/content/${name}`;
const read = (name: string) => fs.readFileSync(path(name), 'utf8');
const write = (name: string, text: string | Buffer) => fs.writeFileSync(path(name), text);
const remove = (name: string) => fs.rmSync(path(name), { recursive: true });
const rename = (from: string, to: string) => fs.renameSync(path(from), path(to));

/** Puts `rows` in place of the line of a key, or at the end; returns the number of the last. */
function edit(name: string, key: string, rows: string): number {
  const all = read(name).split('\n');
  const found = all.findIndex((row) => row.startsWith(`${key}:`));
  const index = found < 0 ? all.length - 1 : found;
  write(name, all.toSpliced(index, 1, rows).join('\n'));
  return index + rows.split('\n').length;
}

test.each<[file: string, sentence: string, edit: () => void]>([
  ['form.yml', 'is missing. Restore it.', () => remove('form.yml')],
  ['site.yml', 'is missing. Restore it.', () => remove('site.yml')],
  ['pages/privacy.md', 'is missing. Restore it.', () => remove('pages')],
  ['form.yaml', 'must be called src/content/form.yml.', () => rename('form.yml', 'form.yaml')],
  ['About.md', 'must be called src/content/about.md.', () => rename('about.md', 'About.md')],
  ['landing.yml', "isn't used here.", () => write('landing.yml', read('form.yml'))],
  [
    'faq.md',
    "isn't used here. Delete it, or make it a page:",
    () => write('faq.md', read('about.md')),
  ],
  ['pages/Press.md', "isn't used here.", () => write('pages/Press.md', read('about.md'))],
  ['pages/index.md', "isn't used here.", () => write('pages/index.md', read('about.md'))],
  ['pages/legal', "isn't used here.", () => fs.mkdirSync(path('pages/legal'))],
])('%s %s', async (file, sentence, edit) => {
  write('pages/.DS_Store', '\0');
  edit();
  await expectProblem(file, 0, sentence);
});

test.each([
  ['form.yml', '# The form', 'has no texts. Restore it.'],
  ['form.yml', Buffer.from('cliqué', 'latin1'), 'has � where a letter got lost.'],
  ['about.md', `\n${read('about.md')}`, 'must start with its keys'],
  ['about.md', read('about.md').replace('\n---\n', '\n'), 'must start with its keys'],
  ['about.md', read('form.yml'), 'must start with its keys'],
])('%s is unreadable: %j', async (file, text, sentence) => {
  write(file, text);
  await expectProblem(file, 1, sentence);
});

const QUOTES = 'needs straight quotes. Write:';
const FORMATTING = 'Only the text below headings of pages is formatted';

test.each([
  ['back: come in: now', `${QUOTES} back: "come in: now"`],
  ['back: read # by all', `${QUOTES} back: "read # by all"`],
  ["back: 'don't wait'", `${QUOTES} back: "don't wait"`],
  ['back: "say "hi": now"', `${QUOTES} back: "say \\"hi\\": now"`],
  ['back: “come in: now”', `${QUOTES} back: "come in: now"`],
  ['back: {product} calls', `${QUOTES} back: "{product} calls"`],
  ['back: @come in', `${QUOTES} back: "@come in"`],
  ['back: &come in', `${QUOTES} back: "&come in"`],
  ['back: !come in', `${QUOTES} back: "!come in"`],
  ['back: "come in', `${QUOTES} back: "come in"`],
  ['back: "\\u200b"', `${QUOTES} back: "\\\\u200b"`],
  ['back:', 'is empty.'],
  ['back: "\u200d"', 'is empty.'],
  ['back: Ho\u200bme', "has a character that can't be seen."],
  ['back: a\u202eb', "has a character that can't be seen."],
  ['<<<<<<< HEAD', 'has two versions'],
  ['back:home', 'must look like `key: text`.'],
  ['back: come\n  in', 'must look like `key: text`.'],
  ['back: Go\nback: Home', 'appears twice. Keep only one.'],
  ['back: Go\ncolour: red', 'is not used anywhere. Delete it.'],
  ['Back: Home', 'did you mean back?'],
  ['back: Go, {prodct}', 'has {prodct}, but braces may only contain one of: product'],
  [`back: ${'so '.repeat(20)}`, 'is 59 characters long, but can have at most 30.'],
  ['back: Back **home**', `has **home**. ${FORMATTING}`],
  ['back: See [us](/about)', `has [us](/about). ${FORMATTING}`],
  ['back: Back <b>home</b>', `has HTML. ${FORMATTING}`],
  ['back: "- home"', `has - home. ${FORMATTING}`],
])('a label: %j %s', async (rows, sentence) => {
  await expectProblem('form.yml', edit('form.yml', 'back', rows), sentence);
  const [, advice] = sentence.split('Write: ');
  if (!advice) return;
  edit('form.yml', 'back', advice);
  expect(await findProblems()).toEqual([]);
});

const VALID = [
  '12',
  'yes',
  "don't wait",
  'a#1',
  "'it''s'",
  '"hi" # new',
  '5 * 3 < 2_0_0',
  '👩‍❤️‍👩',
  'می‌خواهم',
];
test.each(VALID)('a label: %s is valid', async (text) => {
  edit('form.yml', 'back', `back: ${text}`);
  write('form.yml', `\uFEFF${read('form.yml').replaceAll('\n', '\r\n')}`);
  expect(await findProblems()).toEqual([]);
});

const CONSENT =
  '{lab} may send recurring texts. Msg & data rates may apply. Reply STOP to cancel, HELP for help. [Terms](/privacy#texts), [Privacy](/privacy)';

test.each([
  ['site.yml', 'product', 'Otto Otto Otto Otto Ottos', 'is 25 characters long, but can have at'],
  ['site.yml', 'product', 'Zoë’s', 'has ë, which texts and messages'],
  ['site.yml', 'product', '*Fabio*', 'has *, which texts and messages'],
  ['site.yml', 'lab', '{product} Labs', 'has {product}, which texts and messages'],
  ['site.yml', 'contact', 'us', "isn't an e-mail address."],
  ['landing.md', 'picture', 'Hero.png', "names Hero.png, which isn't in src/assets."],
  ['confirmation.yml', 'greeting', 'Hi', 'must have {firstName} once.'],
  ['confirmation.yml', 'reminder', 'Hi 🥀 {link}', 'it holds 70 characters with 🥀 in it'],
  ['confirmation.yml', 'reminder', `${'so '.repeat(34)}{link}`, 'it holds 160 characters, link'],
  ['form.yml', 'consent', 'We text you.', 'lacks what carriers require: who sends the texts'],
  ['form.yml', 'consent', `<b>${CONSENT}</b>`, 'has HTML.'],
  ['form.yml', 'consent', `${CONSENT} [x](/privacy#no)`, 'has a link to /privacy#no. Links'],
  ['member.yml', 'admittedLink', 'http://a.example', 'must start with https://.'],
])('%s: %s: %s', async (file, key, text, sentence) => {
  await expectProblem(file, edit(file, key, `${key}: ${JSON.stringify(text)}`), sentence);
});

test.each([
  ['All of us.', 'must start with # and its title'],
  ['# us\n\nSee [us](/abot).', 'has a link to /abot. Links go to https://'],
  ['# us\n\n[us](/about#nope)', 'has a link to /about#nope. Links go to'],
  ['# us\n\n[js](javascript:alert)', 'has a link to javascript:alert. Links go to'],
  ['# us\n\n[js][x]\n\n[x]: javascript:alert', 'has [x]: javascript:alert.'],
  ['# us\n\n![us](https://us.example/us.jpg)', 'has ![us](https://us.example/us.jpg).'],
  ['# us\n\n<b>All</b> of us.', 'has HTML.'],
  ['# us\n\n<!-- Ask Ann -->', 'has HTML.'],
  ['# us\n\n    All of us.', 'has code, from four spaces or ```.'],
  ['# us\n\n> All of us', 'has > All of us.'],
  ['# us\n\n##our promise', 'has a heading without a space after its #.'],
  ['# us\n\n## our **why**', 'has **why**.'],
  ['# us\n\n## why\n\n## Why', "repeats a heading, so links can't tell them apart."],
  ['# us\n\n- One\n- By {prodct}.', 'has {prodct}, but braces may only contain'],
])('a page: %j is reported at its line', async (body, sentence) => {
  const text = `${read('about.md').split('\n---\n')[0]}\n---\n\n${body}`;
  write('about.md', text);
  await expectProblem('about.md', text.split('\n').length, sentence);
});

test('a new file is a page, and only what is a heading in it begins a section', async () => {
  const more =
    '## our cat\n\n- **soft**\n  - [ours](https://a.example)\n\n5 < 6, [{lab}](/press#our-cat)\n\n';
  const table = '| a | b |\n| - | - |\n| ## c | d |\n\n### {lab}\n\n---\n\n## end';
  write('pages/press.md', read('pages/privacy.md').replace(/## What.*/s, more + table));
  edit('form.yml', 'consent', '');
  expect(await findProblems()).toEqual([]);
  const { data } = await checkFile(path('pages/press.md'), contentRules.pages);
  expect(readPage(data.body).sections.map(({ id }) => id)).toEqual(['our-cat', 'end']);
});

test('share picture and consent text can be left out, but not the link to /privacy', async () => {
  remove('share.yml');
  edit('form.yml', 'consent', '');
  expect(await findProblems()).toEqual([]);
  expect(describeConsent(undefined, 'Terms')).toEqual({ html: '<a href="/privacy">Terms</a>' });
});

test('one run reports all problems of all files', async () => {
  const lines = [
    edit('form.yml', 'phone', 'phone: call: me'),
    edit('form.yml', 'back', 'back:'),
    edit('member.yml', 'again', 'again: {prodct} again'),
    edit('member.yml', 'left', 'left: "{prodct}"'),
  ];
  expect((await findProblems()).map(({ line }) => line)).toEqual(lines);
});

test('a curly apostrophe in a text message becomes a straight one', async () => {
  edit('confirmation.yml', 'reminder', 'reminder: It’s here, whenever I’m back, {link}');
  const { data } = await checkFile(path('confirmation.yml'), contentRules.confirmation);
  expect(data.reminder).toBe("It's here, whenever I'm back, {link}");
});

test('each text has room for the longest names', async () => {
  edit('site.yml', 'product', 'product: Otto Otto Otto Otter');
  edit('site.yml', 'lab', `lab: ${'N'.repeat(30)}`);
  expect(await findProblems()).toEqual([]);
});
