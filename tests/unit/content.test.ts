import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schemas } from '../../src/content.config.ts';
import { checkWords, tellMistake } from '../../src/site/words.ts';

const project = process.cwd();

/** A copy of the content for a marketer to edit. */
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('src/content', join(root, 'src/content'), { recursive: true });
  cpSync('src/assets', join(root, 'src/assets'), { recursive: true });
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

/** Puts `rows` in place of the line of a key, or first. */
function edit(name: string, key: string, ...rows: string[]) {
  const all = rowsOf(at(name));
  const index = all.findIndex((row) => row.startsWith(`${key}:`));
  write(at(name), index < 0 ? all.toSpliced(1, 0, ...rows) : all.toSpliced(index, 1, ...rows));
}

const find = () => checkWords(schemas);
const told = async () => (await find()).map(tellMistake);

/** Does what a mistake advises, to the letter, and once; the last first, so that its lines stay true. */
async function follow() {
  for (const { file, line, sentence } of (await find()).toReversed()) {
    const all = rowsOf(file);
    const [, last = line, right] =
      /Write(?: in place of lines \d+ to (\d+))?: (.*)$/s.exec(sentence) ?? [];
    const [, added] = /Write under this line: (.*)$/s.exec(sentence) ?? [];
    const [, name] = /before its colon: (.*)$/.exec(sentence) ?? [];
    if (added) all.splice(line, 0, added);
    else if (name) all[line - 1] = `${name}${all[line - 1]?.slice(all[line - 1]?.indexOf(':'))}`;
    else if (right) all.splice(line - 1, Number(last) - line + 1, right);
    else if (/away\.$/.test(sentence)) all.splice(line - 1, 1);
    else throw new Error(`${sentence} says nothing to write`);
    write(file, all);
  }
}

test('the words as they are have no mistake', async () => {
  expect(await told()).toEqual([]);
});

// The rows that a marketer writes in place of `hint`, and what the advice makes of them.
test.each([
  [['hint: come in: now'], 'come in: now'],
  [['hint: read # by all'], 'read # by all'],
  [['hint: #1 in line'], '#1 in line'],
  [["hint: 'tis time"], "'tis time"],
  [["hint: 'don't wait'"], "don't wait"],
  [['hint: "say "hi": now"'], 'say "hi": now'],
  [['hint: "say: hi'], 'say: hi'],
  [['hint: @otto calls'], '@otto calls'],
  [['hint: *now*'], '*now*'],
  [['hint: {product} calls'], '{product} calls'],
  [['hint come in'], 'come in'],
  [['hint:come in'], 'come in'],
  [['   hint: come in'], 'come in'],
  [['hint: come\tin'], 'come in'],
  [['hint: >', '  come in', '  now'], 'come in now'],
  [['hint: come in', 'hint: come in'], 'come in'],
  [['hint: come, {prodct}'], 'come, {product}'],
  [['hint: come, {name}'], 'come, name'],
  [['hint: "come\u2028in"'], 'come in'],
  [['hnt: come in'], 'come in'],
  [['hint: come in', 'colour: red'], 'come in'],
  [[], 'its text'],
])('%j is told, and right as its advice says', async (rows, text) => {
  edit('landing', 'hint', ...rows);
  expect(await told()).toHaveLength(1);
  await follow();
  expect(await told()).toEqual([]);
  const right = rowsOf(at('landing')).filter((row) => row.startsWith('hint:'));
  expect(
    right.map((row) =>
      row
        .replace(/^hint: /, '')
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('\\"', '"'),
    ),
  ).toEqual([text]);
});

test.each(['12', 'yes', 'null', "don't wait", 'a#1', '"{product}: now"', "'it''s'", '"\\"hi\\""'])(
  'hint: %s is right',
  async (text) => {
    edit('landing', 'hint', `hint: ${text}`);
    expect(await told()).toEqual([]);
  },
);

const LONG = 'so '.repeat(34);

// A text that is written behind a key, what is told of it, and the text that is advised.
test.each([
  ['landing', 'hint', '', 'is empty. Write a text.'],
  ['landing', 'hint', 'caf\uFFFD', 'has � where a letter was lost. Write that letter again.'],
  ['landing', 'hint', LONG, 'is 101 characters long and has room for 40. Make it shorter.'],
  ['landing', 'hint', `${LONG.slice(0, 30)}{product}`, /^is 50 characters long, with names/],
  ['landing', 'inLine', 'Hi', 'has to hold {firstName} once.', 'Hi {firstName}'],
  ['site', 'contact', 'us', 'is no e-mail address.', 'privacy@fabio.example'],
  ['site', 'product', 'Otto 🥀', 'has 🥀, which its typeface lacks.', 'Otto'],
  ['signup', 'printed.genre', 'Novel 🥀', 'has 🥀, which its typeface lacks.', 'Novel'],
  [
    'signup',
    'confirmation.invitation',
    '{link} or {link}',
    'has to hold {link} once.',
    'or {link}',
  ],
  [
    'signup',
    'confirmation.invitation',
    'Join:{link}now',
    /^needs spaces around/,
    'Join: {link} now',
  ],
  ['signup', 'confirmation.invitation', `“Hi” {link}`, /^has “ ”, with .* 70 /, '"Hi" {link}'],
  ['signup', 'confirmation.invitation', `Hi 🥀 {link}`, /^has 🥀, with which .* 70 /],
  ['signup', 'confirmation.invitation', `${LONG}{link}`, /^is 8 characters too long for one text/],
  ['signup', 'admitted.link', 'www.a.example', /begins with https/, 'https://www.a.example'],
  ['signup', 'admitted.link', 'http://a.example', /begins with https/, 'https://a.example'],
] as const)('%s: %s: %j', async (name, key, text, sentence, right?: string) => {
  edit(name, key, `${key}: ${JSON.stringify(text)}`);
  const [mistake] = await find();
  expect(mistake).toMatchObject({ file: at(name), key });
  const advice = right ? ` Write: ${key}: ${JSON.stringify(right)}` : '';
  if (typeof sentence === 'string') expect(mistake?.sentence).toBe(sentence + advice);
  else expect(mistake?.sentence.replace(advice, '')).toMatch(sentence);
});

test('the text beside the box says what carriers want, and there is no box without it', async () => {
  edit('signup', 'consent', 'consent: We may text you.');
  for (const wanted of [/{lab}/, /frequency/, /rates/, /STOP/, /HELP/, /#texts/, /\/privacy\)/]) {
    expect((await told()).join()).toMatch(wanted);
  }
  await follow();
  expect(await told()).toEqual([]);
  edit('signup', 'consent');
  expect(await told()).toEqual([]);
});

test('a new name and quotes that will be seen are advice, not mistakes', async () => {
  edit('site', 'product', 'product: Otto');
  edit('site', 'lab', 'lab: Night Labs');
  edit('landing', 'hint', 'hint: “come in”');
  const mistakes = await find();
  expect(mistakes.map(({ key, isAdvice }) => [key, isAdvice])).toEqual([
    ['contact', true],
    ['hint', true],
  ]);
});

test('a missing file, one that is not UTF-8, a text under the keys, and a file without hyphens', async () => {
  rmSync(at('about'));
  writeFileSync(at('landing'), Buffer.from('hint: café', 'latin1'));
  write(at('not-found'), [...rowsOf(at('not-found')), 'Hello!']);
  write(at('site'), rowsOf(at('site')).slice(1));
  write(at('privacy'), [...rowsOf(at('privacy')), '{nobody} [x](www.a.example)']);
  expect((await find()).map(({ file, sentence }) => [file, sentence])).toEqual([
    [at('site'), expect.stringMatching(/^needs --- /)],
    [at('landing'), expect.stringMatching(/^is not saved as UTF-8/)],
    [at('about'), 'is missing. Put the file back.'],
    [at('privacy'), expect.stringMatching(/^has {nobody}/)],
    [at('privacy'), expect.stringMatching(/^has a link to www/)],
    [at('not-found'), 'is a text that no page shows. Put it behind a key.'],
  ]);
});
