import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contentRules } from '../../src/content.config.ts';
import { checkContent, checkFile } from '../../src/site/content-loader.ts';

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

const PAGES = ['landing', 'about', 'privacy', 'not-found'];
type Name = keyof typeof contentRules;
const at = (name: string) => `src/content/${name}.${PAGES.includes(name) ? 'md' : 'yml'}`;
const rowsOf = (file: string) => readFileSync(file, 'utf8').split('\n');
const write = (file: string, rows: string[]) => writeFileSync(file, rows.join('\n'));
const find = (name: Name) => checkContent({ [name]: contentRules[name] });
const sentences = async (name: Name) => (await find(name)).map(({ sentence }) => sentence);

/** Puts `rows` in place of the line that begins with `start`. */
function edit(name: string, start: string, ...rows: string[]) {
  const all = rowsOf(at(name));
  const index = all.findIndex((row) => row.startsWith(start));
  expect(index, start).not.toBe(-1);
  write(at(name), all.toSpliced(index, 1, ...rows));
}

/** Does what the only problem advises, to the letter, and returns the line that comes of it. */
async function follow(name: Name) {
  const none = { file: '', line: 0, sentence: '' };
  const [{ file, line, sentence } = none, ...others] = await find(name);
  expect(others).toEqual([]);
  const all = rowsOf(file);
  const row = all[line - 1] ?? '';
  const read = (pattern: RegExp) => pattern.exec(sentence)?.slice(1);
  const [instead] = read(/Write: (.*)$/) ?? [];
  const isAll = sentence.includes('in place of all');
  const [key] = read(/before its colon: (\w+)$/) ?? [];
  const [above] = read(/Write above this line: (.*)$/) ?? [];
  const [missing] = read(/under this line, behind (\w+:)$/) ?? [];
  if (sentence.endsWith('Write one under this line.')) all.splice(line, 0, 'Come in.');
  else if (above) all.splice(line - 1, 0, above);
  else if (sentence.endsWith('behind one #')) all.splice(line - 1, 0, '# come in');
  else if (missing) all.splice(line, 0, `${missing} come in`);
  else if (instead) all.splice(line - 1, isAll ? 9 : 1, instead);
  else if (key) all.splice(line - 1, 1, row.replace(/^\w+/, key));
  else if (sentence.endsWith('Take this line away.')) all.splice(line - 1, 1);
  else all.splice(line - 2, 2, `${all[line - 2]} ${row}`);
  write(file, all);
  return all;
}

// What a marketer writes in place of the line of `back`, why it is wrong, and what the advice makes of it.
test.each([
  [['back: come in: now'], 'colon needs quotes', '"come in: now"'],
  [['back: read # by all'], 'with a # needs quotes', '"read # by all"'],
  [['back: #1 in line'], 'with a # needs quotes', '"#1 in line"'],
  [["back: 'tis time"], 'none at the end', `"'tis time"`],
  [["back: 'don't wait'"], 'quotes cannot stand', `"don't wait"`],
  [['back: "say "hi": now"'], 'quotes cannot stand', '"say \\"hi\\": now"'],
  [['back: "say: hi'], 'none at the end', '"say: hi"'],
  [['back: @otto calls'], 'begins with @ needs', '"@otto calls"'],
  [['back: {product} calls'], 'begins with { needs', '"{product} calls"'],
  [['back come in'], 'its key, a colon and a space', '"come in"'],
  [['back:come in'], 'its key, a colon and a space', '"come in"'],
  [['- back: come in'], 'its key, a colon and a space', '"come in"'],
  [['back = come in'], 'its key, a colon and a space', '"come in"'],
  [['   back: come in'], 'its key, a colon and a space', '"come in"'],
  [['back: come', 'in'], 'has no key', 'come in'],
  [['back: come in', 'back: come in'], 'stands in line', 'come in'],
  [['back: come, {prodct}'], 'has {prodct}', '"come, {product}"'],
  [['back: come, {name}'], 'has {name}', '"come, name"'],
  [['back: come, {{lab}}'], 'has {{lab}}', '"come, {lab}"'],
  [['bck: come in'], 'is misspelt', 'come in'],
  [['back: come in', 'colour: @red'], 'is no key', 'come in'],
  [['back: "**come** in"'], 'has Markdown or a tag', '"come in"'],
  [['back: come _in_'], 'has Markdown or a tag', '"come in"'],
  [['back: <a href="/">come</a> <b>in</b>'], 'has Markdown or a tag', '"come in"'],
  [['back: <a href="https://www.a.example">come in</a>'], 'has Markdown or a tag', '"come in"'],
  [['back: "[come in](/)"'], 'has Markdown or a tag', '"come in"'],
  [['back: “come in”'], 'has curly quotes', '"come in"'],
  [[], 'is missing', 'come in'],
])('%j is reported once, and right as the advice says', async (rows, why, text) => {
  edit('form', 'back:', ...rows);
  expect(await sentences('form')).toEqual([expect.stringContaining(why)]);
  await follow('form');
  expect(await sentences('form')).toEqual([]);
  const right = rowsOf(at('form')).filter((row) => row.startsWith('back:'));
  expect(right).toEqual([`back: ${text}`]);
});

test.each([
  '12',
  'yes',
  'null',
  "don't wait",
  'a#1',
  '"{product}: now"',
  "'it''s'",
  '"\\"hi\\""',
  '"hi" # new',
  '1. a * b_c',
])('back: %s is right', async (text) => {
  edit('form', 'back:', `back: ${text}`);
  expect(await sentences('form')).toEqual([]);
});

test('a sign that nobody sees becomes a space', async () => {
  edit('form', 'back:', 'back: come\tin\u2028now');
  const { data } = await checkFile('form', contentRules.form);
  expect(data).toMatchObject({ back: 'come in now' });
});

const LONG = 'so '.repeat(34);

// A text behind a key, and the advice on it.
test.each<[Name, string, string, string]>([
  ['form', 'back', '', 'is empty. Write a text.'],
  ['form', 'back', 'its text', 'stands for a text. Write that text.'],
  ['form', 'back', LONG, 'is 101 characters long and has room for 30. Make it shorter.'],
  ['site', 'contact', 'us', 'is no e-mail address. Write one.'],
  ['landing', 'picture', '../assets/Hero.png', 'is not in src/assets. Write: picture: "hero.png"'],
  ['confirmation', 'greeting', 'Hi', `has to hold {firstName} once. Write: greeting: "You're in`],
  ['confirmation', 'greeting', 'Hi {name}!', 'Write: greeting: "Hi {firstName}!"'],
  ['confirmation', 'greeting', 'Hi {firstnam', 'Write: greeting: "Hi {firstName}"'],
  ['confirmation', 'reminder', '{link} or {link}', 'has to hold {link} once. Write: reminder: "My'],
  ['confirmation', 'reminder', 'Join:{link}now', 'reminder: "Join: {link} now"'],
  ['confirmation', 'reminder', 'Hi 🥀 {link}', ' has room for 70 characters, and this one has 79'],
  ['confirmation', 'reminder', `${LONG}{link}`, 'has 175 with its link. Shorten it by 15.'],
  ['member', 'admittedLink', 'www.a.example', 'has to begin with https://.'],
  ['form', 'consent', 'STOP <a href="/privacy">x</a>', 'Write: consent: "STOP [x](/privacy)"'],
  ['form', 'consent', 'STOP [x](http://a.io)', 'Write: consent: "STOP [x](https://a.io)"'],
])('%s: %s: %j', async (name, key, text, sentence) => {
  const isThere = rowsOf(at(name)).some((row) => row.startsWith(`${key}:`));
  const row = `${key}: ${JSON.stringify(text)}`;
  if (isThere) edit(name, `${key}:`, row);
  else write(at(name), [...rowsOf(at(name)), row]);
  const problem = { file: at(name), key, sentence: expect.stringContaining(sentence) };
  expect(await find(name)).toEqual([expect.objectContaining(problem)]);
});

test('a label that is missing is reported where it stood', async () => {
  edit('form', 'phone:');
  const line = rowsOf(at('form')).findIndex((row) => row.startsWith('lastName:')) + 1;
  const sentence = 'is missing. Write its text under this line, behind phone:';
  expect(await find('form')).toEqual([{ file: at('form'), line, key: 'phone', sentence }]);
});

// A page's Markdown as a marketer writes it, why it is wrong, and the line that the advice makes of it.
test.each<[Name, string[], string, string]>([
  ['about', ['All of us.'], 'has no title', '# come in'],
  ['about', ['# us', '', 'All.', '', '# you', '', 'All.'], 'is a second title', '## you'],
  ['about', ['# us', '', 'All.', '', '## you', '', '## me', '', 'I.'], 'has no text', 'Come in.'],
  ['about', ['# us', '', 'See [us](/abot).'], 'leads nowhere', 'See [us](/about).'],
  ['about', ['# us', '', 'See [us](/hom).'], 'leads nowhere', 'See [us](/).'],
  ['about', ['# us', '', '[A](www.a.example)'], 'leads nowhere', '[A](https://www.a.example)'],
  ['about', ['# us', '', '![us](us.jpg) All of us.'], 'has a picture', 'All of us.'],
  ['about', ['# us', '', '<b>All</b> of us.'], 'has a tag', 'All of us.'],
  ['about', ['# us', '', '<a href="/">Home</a>'], 'has a tag', '[Home](/)'],
  ['about', ['# us', '', '- By {prodct}.'], 'which nothing fills', '- By {product}.'],
  ['landing', ['## Tired?', '', 'You.'], 'has room for one paragraph', 'Tired? You.'],
])('%s: %j is reported once, and right as the advice says', async (name, body, why, row) => {
  const all = rowsOf(at(name));
  write(at(name), [...all.slice(0, all.indexOf('---', 1) + 1), ...body]);
  expect(await sentences(name)).toEqual([expect.stringContaining(why)]);
  expect(await follow(name)).toContain(row);
  expect(await sentences(name)).toEqual([]);
});

test('the hyphens around the keys of a page are reported where they stood', async () => {
  for (const index of [0, rowsOf(at('landing')).indexOf('---', 1)]) {
    write(at('landing'), rowsOf(at('landing')).toSpliced(index, 1));
    expect(await sentences('landing')).toEqual([expect.stringContaining('three hyphens')]);
    await follow('landing');
    expect(await sentences('landing')).toEqual([]);
  }
});

test('a page may hold boxes, lists, links and bold words', async () => {
  const more = '\n## our cat\n\n- **soft**\n  - [ours](https://a.example)\n\n5 < 6, {lab}';
  write(at('about'), [...rowsOf(at('about')), more]);
  expect(await sentences('about')).toEqual([]);
});

test('the text beside the box says what carriers want, and there is no box without it', async () => {
  edit('form', 'consent', 'consent: We may text you.');
  const [problem] = await sentences('form');
  const wanted = '{lab} frequency rates STOP HELP /privacy#texts /privacy)'.split(' ');
  expect(wanted.filter((text) => !problem?.includes(text))).toEqual([]);
  await follow('form');
  expect(await sentences('form')).toEqual([]);
  edit('form', 'consent');
  expect(await sentences('form')).toEqual([]);
});

test('two lines rename everything', async () => {
  edit('site', 'product:', 'product: Otto');
  edit('site', 'lab:', 'lab: Night Labs');
  expect(await checkContent(contentRules)).toEqual([]);
});

test('a file that is missing or empty, and a part to which links lead', async () => {
  rmSync(at('about'));
  write(at('share'), []);
  edit('privacy', '## Texts', '## Text messages');
  expect((await checkContent(contentRules)).map(({ file, sentence }) => [file, sentence])).toEqual([
    [at('about'), 'is missing or empty. Restore it from the history.'],
    [at('privacy'), expect.stringContaining('## Texts')],
    [at('share'), 'is missing or empty. Restore it from the history.'],
  ]);
});
