import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schemas } from '../../src/content.config.ts';
import { checkWords, readWords } from '../../src/site/words.ts';

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

const at = (name: string) => `src/content/${name}.md`;
const rowsOf = (file: string) => readFileSync(file, 'utf8').split('\n');
const write = (file: string, rows: string[]) => writeFileSync(file, rows.join('\n'));
type Name = keyof typeof schemas;
const find = (name: Name = 'not-found') => checkWords({ [name]: schemas[name] });
const sentences = async (name?: Name) => (await find(name)).map(({ sentence }) => sentence);

/** Puts `rows` in place of the line of a key. */
function edit(name: string, key: string, ...rows: string[]) {
  const all = rowsOf(at(name));
  const index = all.findIndex((row) => row.startsWith(`${key}:`));
  write(at(name), all.toSpliced(Math.max(index, 1), index < 0 ? 0 : 1, ...rows));
}

/** Does what the only mistake advises, to the letter. */
async function follow(edited?: Name) {
  const none = { file: '', line: 0, sentence: '' };
  const [{ file, line, sentence } = none, ...others] = await find(edited);
  expect(others).toEqual([]);
  const [, last = line, text = ''] = /Write(?: .* to (\d+))?: (.*)$/.exec(sentence) ?? [];
  const [, missing = ''] = /under this line: (.*)$/.exec(sentence) ?? [];
  const [, name = ''] = /before its colon: (.*)$/.exec(sentence) ?? [];
  const all = rowsOf(file);
  const row = missing || text || (name && (all[line - 1]?.replace(/.*?(?=:)/, name) ?? ''));
  all.splice(
    missing ? line : line - 1,
    missing ? 0 : Number(last) - line + 1,
    ...(row ? [row] : []),
  );
  write(file, all);
}

// What a marketer writes in place of `heading`, and the line that the advice makes of it.
test.each([
  [['heading: come in: now'], '"come in: now"'],
  [['heading: read # by all'], '"read # by all"'],
  [['heading: #1 in line'], '"#1 in line"'],
  [["heading: 'tis time"], `"'tis time"`],
  [["heading: 'don't wait'"], `"don't wait"`],
  [['heading: "say "hi": now"'], '"say \\"hi\\": now"'],
  [['heading: "say: hi'], '"say: hi"'],
  [['heading: @otto calls'], '"@otto calls"'],
  [['heading: *now*'], '"*now*"'],
  [['heading: {product} calls'], '"{product} calls"'],
  [['heading come in'], '"come in"'],
  [['heading:come in'], '"come in"'],
  [['   heading: come in'], '"come in"'],
  [['heading: >', '  come in', '  now'], '"come in now"'],
  [['heading: come in', 'heading: come in'], 'come in'],
  [['heading: come, {prodct}'], '"come, {product}"'],
  [['heading: come, {name}'], '"come, name"'],
  [['headng: come in'], 'come in'],
  [['heading: come in', 'colour: red'], 'come in'],
  [[], '"its text"'],
])('%j is a mistake, and right as its advice says', async (rows, text) => {
  edit('not-found', 'heading', ...rows);
  await follow();
  expect(await sentences()).toEqual([]);
  const right = rowsOf(at('not-found')).filter((row) => row.startsWith('heading:'));
  expect(right).toEqual([`heading: ${text}`]);
});

test.each(['12', 'yes', 'null', "don't wait", 'a#1', '"{product}: now"', "'it''s'", '"\\"hi\\""'])(
  'heading: %s is right',
  async (text) => {
    edit('not-found', 'heading', `heading: ${text}`);
    expect(await sentences()).toEqual([]);
  },
);

test('a sign that nobody sees becomes a space', async () => {
  edit('not-found', 'heading', 'heading: come\tin\u2028now');
  const { words } = await readWords('not-found', schemas['not-found']);
  expect(words).toMatchObject({ heading: 'come in now' });
});

const LONG = 'so '.repeat(34);

// A text behind a key, and the advice on it.
test.each<[Name, string, string, string]>([
  ['not-found', 'heading', '', 'is empty. Write a text.'],
  ['not-found', 'heading', 'caf\uFFFD', 'has � in place of a letter. Write that letter.'],
  ['not-found', 'heading', LONG, 'is 101 characters long and has room for 40. Make it shorter.'],
  ['signup', 'confirmation.greeting', 'Hi', 'greeting: "Hi {firstName}"'],
  ['site', 'contact', 'us', 'is no e-mail address.'],
  ['site', 'product', 'Otto 🥀', 'has 🥀, which its typeface lacks. Write: product: "Otto"'],
  ['signup', 'printed.genre', 'Novel 🥀', 'Write: printed.genre: "Novel"'],
  ['signup', 'confirmation.reminder', '{link} or {link}', 'has to hold {link} once.'],
  ['signup', 'confirmation.reminder', 'Join:{link}now', 'reminder: "Join: {link} now"'],
  ['signup', 'confirmation.reminder', '“Hi” {link}', 'has “ ”, with which a text message holds 70'],
  ['signup', 'confirmation.reminder', `${LONG}{link}`, 'is 20 characters too long for one text'],
  ['signup', 'admitted.link', 'www.a.example', 'has to begin with https://.'],
  ['signup', 'consent', 'STOP [x](http://a.example)', 'a link begins with https:// or with /.'],
])('%s: %s: %j', async (name, key, text, sentence) => {
  edit(name, key, `${key}: ${JSON.stringify(text)}`);
  const [mistake] = await find(name);
  expect(mistake).toMatchObject({
    file: at(name),
    key,
    sentence: expect.stringContaining(sentence),
  });
});

test('the text beside the box says what carriers want, and there is no box without it', async () => {
  edit('signup', 'consent', 'consent: We may text you.');
  const [told] = await sentences('signup');
  const wanted = '{lab} frequency rates STOP HELP /privacy#texts /privacy)'.split(' ');
  expect(wanted.filter((text) => !told?.includes(text))).toEqual([]);
  await follow('signup');
  expect(await sentences('signup')).toEqual([]);
  edit('signup', 'consent');
  expect(await sentences('signup')).toEqual([]);
});

test('two lines rename everything', async () => {
  edit('site', 'product', 'product: Otto');
  edit('site', 'lab', 'lab: Night Labs');
  expect(await checkWords(schemas)).toEqual([]);
});

test('a missing file, one without hyphens, a text under the keys, and a wrong page are mistakes', async () => {
  rmSync(at('about'));
  write(at('landing'), rowsOf(at('landing')).slice(1));
  write(at('not-found'), [...rowsOf(at('not-found')), 'Hello!']);
  write(at('privacy'), [...rowsOf(at('privacy')), '{nobody} [x](www.a.example)']);
  expect((await checkWords(schemas)).map(({ file, sentence }) => [file, sentence])).toEqual([
    [at('landing'), expect.stringMatching(/^is missing, or has no --- /)],
    [at('about'), expect.stringMatching(/^is missing/)],
    [at('privacy'), expect.stringMatching(/^has a link to www/)],
    [at('privacy'), expect.stringMatching(/^has {nobody}/)],
    [at('not-found'), 'is a text that no page shows. Put it behind a key.'],
  ]);
});
