import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collections } from '../../src/content.config.ts';
import { findMistakes } from '../../src/site/mistakes/find-mistakes.ts';
import { tellMistake } from '../../src/site/mistakes/mistake.ts';

/** The content as it is, but for names and consent: a folder for a marketer to edit. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('src/content', join(root, 'src/content'), { recursive: true });
  cpSync('src/assets', join(root, 'src/assets'), { recursive: true });
  edit('site.md', /^product: .*/m, 'product: Otto');
  edit('site.md', /^lab: .*/m, 'lab: Night Labs');
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (file: string) => join(root, 'src/content', file);
const write = (file: string, text: string | Uint8Array) => writeFileSync(at(file), text);

function edit(file: string, pattern: RegExp, text: string) {
  const before = readFileSync(at(file), 'utf8');
  expect(before).toMatch(pattern);
  write(file, before.replace(pattern, text.replaceAll('$', '$$$$')));
}

/** On which line of a file a pattern begins, counted from 1. */
function lineOf(file: string, pattern: RegExp) {
  const text = readFileSync(at(file), 'utf8');
  return text.slice(0, text.search(pattern)).split('\n').length;
}

const told = async () =>
  (await findMistakes(root, collections, 'https://fabio.example')).map(tellMistake);

test('the words as they are have no mistake', async () => {
  expect(await told()).toEqual([]);
  expect(await findMistakes('.', collections, 'https://fabio.example')).toEqual([]);
});

// Each row, and what is told behind "src/content/landing.md, line 8, hint: ".
const ROWS = String.raw`
hint: come in: now
  a text with a colon in it needs quotes around it. Write: hint: "come in: now"
hint: 'don't wait'
  inside apostrophes, each ' has to stand twice. Write: hint: don't wait
hint: 'tis time
  a text that begins with ' has to end with it. Write: hint: "'tis time"
hint: "say "hi": now"
  inside quotes, each " and each \ needs a \ before it. Write: hint: "say \"hi\": now"
hint: "a \ b: c"
  inside quotes, each " and each \ needs a \ before it. Write: hint: "a \\ b: c"
hint: "say: hi
  a text that begins with " has to end with it. Write: hint: "say: hi"
hint: {product} calls
  a text that begins with { needs quotes around it. Write: hint: "{product} calls"
hint: @otto calls
  a text that begins with @ needs quotes around it. Write: hint: "@otto calls"
hint: *now*
  a text that begins with * needs quotes around it. Write: hint: "*now*"
hint: come${'\t'}in
  has a tab in it, and only the space bar makes spaces. Write: hint: come in
   hint: come in
  needs no spaces in front of it. Write: hint: come in
hint: read # by all
  a text with # in it needs quotes around it, or it ends there. Write: hint: "read # by all"
hint: #1 in line
  a text that begins with # needs quotes around it. Write: hint: "#1 in line"
hint come in
  needs a colon behind its key. Write: hint: come in
hint:come in
  needs a space after its colon. Write: hint: come in
hint: caf${'\ufffd'}
  has � where a letter was lost. Write that letter again.
hint:
  is empty. Write a text.
hint: so so so so so so so so so so so so so so long
  is 46 characters long and has room for 40. Make it shorter.
hint: come, {name}
  has {name}, which nothing fills. Braces may hold {product}, {lab}, {LAB}, {contact}, {spots}.
`;
const cases = [...ROWS.matchAll(/^( *hint\b.*)\n {2}(.*)$/gm)].map(([, ...pair]) => pair);

test.each(cases)('%j', async (row = '', sentence = '') => {
  const line = lineOf('landing.md', /^hint:/m);
  edit('landing.md', /^hint: .*/m, row);
  expect(await told()).toEqual([`src/content/landing.md, line ${line}, hint: ${sentence}`]);
});

test.each([
  '12',
  'yes',
  'null',
  '2026-11-20',
  "don't wait",
  'a#1',
  '"{product}: now"',
  "'it''s'",
  '"\\"hi\\""',
])('hint: %s is right', async (text) => {
  edit('landing.md', /^hint: .*/m, `hint: ${text}`);
  expect(await told()).toEqual([]);
});

test('a text on two lines, and a key that stands twice', async () => {
  const line = lineOf('landing.md', /^hint:/m);
  edit('landing.md', /^hint: .*/m, 'hint: >\n  come\n  in, now: yes\nhint: no');
  expect(await told()).toEqual([
    `src/content/landing.md, line ${line}, hint: goes on in the 2 lines under it, and a text stands on one. Take away the 2 lines under it. Write: hint: "come in, now: yes"`,
    `src/content/landing.md, line ${line + 3}, hint: stands twice, first in line ${line}. Take one of the two away.`,
  ]);
});

test('keys behind too few spaces, and a list without its hyphen', async () => {
  edit('landing.md', /^ {2}picture:/m, 'picture:');
  edit('about.md', /^ {4}text: .*\n {2}- label: .*/m, '    text: one\n    label: two');
  const [box, picture, ...others] = await told();
  expect(box).toMatch(/boxes\.2\.label: needs 2 spaces and a hyphen .* Write: {3}- label: two$/);
  expect(picture).toMatch(/hero\.picture: needs 2 spaces .* Write: {3}picture: \S+$/);
  expect(others).toEqual([]);
});

test('a missing key, a misspelt one, one that nothing reads, and one in the wrong block', async () => {
  const line = lineOf('landing.md', /^hint:/m);
  edit('landing.md', /^hint:.*\n/m, '');
  expect(await told()).toEqual([
    expect.stringMatching(
      /^src\/content\/landing\.md, line \d+, hint: is missing\. .+ Write under this line: hint: its text$/,
    ),
  ]);
  edit('landing.md', /^pitch:/m, 'hnt: come in\npitch:');
  expect(await told()).toEqual([
    `src/content/landing.md, line ${line}, hnt: is misspelt. Write before its colon: hint`,
  ]);
  edit('landing.md', /^hnt:/m, 'hint: come in\ncolour: red\nalt:');
  expect(await told()).toEqual([
    expect.stringMatching(/colour: is no key that anything reads\. Take its line away\.$/),
    expect.stringMatching(/alt: belongs under the line hero: and two spaces in\.$/),
  ]);
});

test('three hyphens that are missing, and a text that no page shows', async () => {
  edit('site.md', /\n---\n$/, '\n---\nHello!\n');
  edit('landing.md', /^---\n/, '');
  const rows = readFileSync(at('not-found.md'), 'utf8').split('\n').length;
  edit('not-found.md', /\n---\n$/, '\n');
  expect(await told()).toEqual([
    'src/content/landing.md, line 1: begins without three hyphens. Write above this line: ---',
    `src/content/not-found.md, line ${rows - 1}: has no three hyphens under its last key. Write there: ---`,
    expect.stringMatching(/site\.md, line \d+: is a text that no page shows\./),
  ]);
});

test('a file that is not saved as UTF-8', async () => {
  edit('landing.md', /^hint: .*/m, 'hint: café');
  write('landing.md', Buffer.from(readFileSync(at('landing.md'), 'utf8'), 'latin1'));
  write('not-found.md', Buffer.from(readFileSync(at('not-found.md'), 'utf8'), 'utf16le'));
  write('about.md', `\ufeff${readFileSync(at('about.md'), 'utf8').replaceAll('\n', '\r\n')}`);
  expect(await told()).toEqual([
    expect.stringMatching(/landing\.md, line \d+: is not saved as UTF-8\./),
    expect.stringMatching(/not-found\.md, line 1: is not saved as UTF-8\./),
  ]);
});

test('a block that is missing, with its keys', async () => {
  edit('signup.md', /^spot:\n( .*\n)*/m, '');
  expect((await told()).join()).toContain(
    'spot: is missing. Write under this line:\nspot:\n  greeting: its text\n  finding: its text\n',
  );
});

test('four hyphens', async () => {
  edit('landing.md', /---\n$/, '----\n');
  expect((await told()).join()).toMatch(/line \d+: needs exactly three hyphens\. Write: ---$/);
});

test('a file that is missing', async () => {
  rmSync(at('about.md'));
  expect(await told()).toEqual(['src/content/about.md: is missing. Put the file back.']);
});

describe('a text message', () => {
  const invite = (text: string) =>
    edit('signup.md', /^ {2}invitation: .*/m, `  invitation: ${text}`);

  test('has no curly quotes and not every accent', async () => {
    invite('“Très” bien, dôme… {link}');
    expect(await told()).toEqual([
      expect.stringMatching(
        /signup\.md, line \d+, confirmation\.invitation: has “ ” ô …, which no text message can hold\. Write: {3}invitation: "\\"Très\\" bien, dome\.\.\. \{link\}"$/,
      ),
    ]);
  });

  test('has no room for a name with other letters', async () => {
    edit('site.md', /Otto/, 'Ottô');
    invite('Join {product}: {link}');
    expect((await told()).join()).toContain(
      'confirmation.invitation: the name "Ottô" has ô, which no text message can hold. Write:   invitation: "Join Otto: {link}"',
    );
  });

  test('has its link between spaces', async () => {
    invite('"Join: {link}now"');
    expect((await told()).join()).toContain('Write:   invitation: "Join: {link} now"');
    invite('Join:{link}');
    expect((await told()).join()).toContain('Write:   invitation: "Join: {link}"');
  });

  test('ends after 160 characters, her link included', async () => {
    invite(`"${'so '.repeat(40)}{link}"`);
    expect((await told()).join()).toMatch(
      /invitation: takes 162 characters with her link, and one text message holds 160\. Make it 2 shorter\.$/,
    );
  });
});

test.each([
  ['Otto 🥀', 'the typeface of the title has no 🥀. Write: product: Otto'],
  ['Έρ', 'the typeface of the title has no Έ ρ. Write it in Latin letters.'],
  ['', 'is empty. Write a text.'],
])('the name %j is told alone, not what follows from it', async (name, sentence) => {
  edit('site.md', /Otto/, name);
  expect(await told()).toEqual([`src/content/site.md, line 2, product: ${sentence}`]);
});

test('a picture without a path, and one in another folder', async () => {
  edit('landing.md', /picture: .*/, 'picture:');
  const sentence =
    'hero.picture: has to be a file in src/assets. Write:   picture: ../assets/hero.png';
  expect((await told()).join()).toContain(sentence);
  edit('landing.md', /picture:/, 'picture: hero.png');
  expect((await told()).join()).toContain(sentence);
});

test('the text beside the box says all that carriers want', async () => {
  edit(
    'signup.md',
    /^consent: .*/m,
    'consent: We may text you. [Terms](/privacy#texts), [Privacy](/privacy)',
  );
  expect((await told()).map((it) => it.replace(/.* has to say /, ''))).toEqual([
    'who texts: {lab}.',
    'how often: Msg frequency varies.',
    'what it costs: Msg & data rates may apply.',
    'how to end it: Reply STOP to cancel.',
    'how to get help: HELP for help.',
  ]);
  edit('signup.md', /^consent: .*\n/m, '');
  expect(await told()).toEqual([]);
});
