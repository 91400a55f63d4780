import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findPictureProblem } from '../../src/content-check/picture.ts';
import { readContent } from '../../src/content-check/read-content.ts';
import { palette, readDrawing } from '../../src/pictures/palette.ts';

const project = process.cwd();

let root: string;

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'crimson' } });
const small = await draw(1000, 900).png().toBuffer();

/** A copy of the content for a marketer to edit, with small pictures, which are read faster. */
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'content-'));
  for (const folder of ['src/content', 'src/assets'])
    fs.cpSync(folder, join(root, folder), { recursive: true });
  for (const name of ['SITE_URL', 'URL', 'GITHUB_ACTIONS']) vi.stubEnv(name, '');
  process.chdir(root);
  for (const picture of fs.globSync('src/assets/*.{jpg,jpeg,png,webp}'))
    fs.writeFileSync(picture, small);
});
afterEach(() => {
  process.chdir(project);
  fs.rmSync(root, { recursive: true });
});

const path = (name: string) => `src/content/${name}`;
const read = (name: string) => fs.readFileSync(path(name), 'utf8');
const write = (name: string, text: string) => fs.writeFileSync(path(name), text);
const rename = (from: string, to: string) => fs.renameSync(path(from), path(to));

/** Puts `rows` in place of the line of a key, or at the end; returns the number of the last. */
function edit(name: string, key: string, rows: string): number {
  const all = read(name).split('\n');
  const found = all.findIndex((row) => row.startsWith(`${key}:`));
  const index = found < 0 ? all.length - 1 : found;
  write(name, all.toSpliced(index, 1, rows).join('\n'));
  return index + rows.split('\n').length;
}

const command = join(project, 'src/content-check/command.ts');
const check = () => spawnSync(process.execPath, [command], { encoding: 'utf8' });

/** The check of the copy has passed before these tests run, so these are an edit's. */
const findProblems = async () => (await readContent()).problems;

/** One problem gives one sentence. */
const expectProblem = async (name: string, line: number, sentence: string) =>
  expect(await findProblems()).toMatchObject([
    { file: path(name), line, sentence: expect.stringContaining(sentence) },
  ]);

const about = read('about.md');

test.each<[file: string, line: number, sentence: string, edit: () => void]>([
  ['site.yml', 0, 'is missing. Restore it.', () => fs.rmSync(path('site.yml'))],
  ['pages/privacy.md', 0, 'is missing. Restore it.', () => fs.rmSync(path('pages/privacy.md'))],
  ['About.md', 0, 'must be called src/content/about.md.', () => rename('about.md', 'About.md')],
  ['share.yaml', 0, 'must be called src/content/share.yml.', () => write('share.yaml', '')],
  ['faq.md', 0, 'Delete it, or make it a page: pages/NAME.md', () => write('faq.md', about)],
  ['form.yml', 1, 'has no line for back, ', () => write('form.yml', '# The form')],
  ['pages/faq.md', 1, 'has no line for title', () => write('pages/faq.md', '---\n---\n# faq')],
  ['about.md', 1, 'must start with', () => write('about.md', about.replace('\n---\n', '\n'))],
])('the file %s is reported in line %i: "%s"', async (file, line, sentence, edit) => {
  write('pages/.DS_Store', '\0');
  fs.rmSync(path('share.yml'), { force: true });
  edit();
  await expectProblem(file, line, sentence);
});

test('drawings have no colors of their own', () => {
  const others = Object.fromEntries(Object.keys(palette).map((name, i) => [name, `#00000${i}`]));
  for (const name of ['heart', 'healed-heart', 'preview-home', 'preview-about', 'share-picture']) {
    const colors = readDrawing(name, others).match(/#[0-9a-f]{3,6}(?=")/gi);
    const own = colors?.filter((color) => !/^#(fff|00000\d)$/.test(color));
    expect(own, name).toEqual([]);
  }
});

const AS_WRITTEN = 'must be one line such as back: "text", in straight quotes.';
const NO_COLON = 'needs a colon and a space after its key, such as `title: text`.';

test.each([
  ['back: “come in”', AS_WRITTEN],
  ['back: [come in', AS_WRITTEN],
  ['back: We are #1', AS_WRITTEN],
  ['back: "\u200d"', 'is empty.'],
  ['\u00a0back: home', AS_WRITTEN],
  ['back Home', NO_COLON],
  ['back It is: home', NO_COLON],
  [`back: \${product}`, 'has a $ before {, which would be shown. Delete the $.'],
  [`back: x${'🥀 '.repeat(12)}`, 'is 24 characters long, but can have at most 20.'],
  ['back: Go\nback: Home', 'appears twice. Keep only one.'],
  ['Back: Home', "isn't used here. Delete it, or rename it to back"],
  ['back: Back **home**', 'has **home** (strong). Pages can have headings'],
  ['back: Back&nbsp;home', 'has ~~ or a code such as &nbsp;'],
])('the label %j is reported: "%s"', async (rows, sentence) => {
  await expectProblem('form.yml', edit('form.yml', 'back', rows), sentence);
});

const VALID = ['12', "— don't wa\u200bit a#1", "'it''s'", '"hi" # new', '2 * 3_0', '👩‍❤️‍👩 می‌خواهم'];
test.each(VALID)('the label %s is valid', async (text) => {
  edit('form.yml', 'back', `back: ${text}`);
  write('form.yml', `\uFEFF${read('form.yml').replaceAll('\n', '\r\n')}`);
  expect(await findProblems()).toEqual([]);
});

const CONSENT =
  '{lab} may send recurring texts. Msg & data rates may apply. Reply STOP to cancel, HELP for help. [Terms](/privacy#texts), [Privacy](/privacy)';
const REQUIRED =
  'From {lab}. Msg frequency varies. Msg & data rates may apply. Reply STOP to cancel. HELP for help. [Terms](/privacy#texts) [Privacy](/privacy)';

test.each([
  ['site.yml', 'product', 'Otto Otto Otto Otto Ottos', 'is 25 characters long, but can have at'],
  ['site.yml', 'product', 'Zoë’s', "has ë, which texts and messages can't have in a name."],
  ['site.yml', 'lab', '{product} Labs', 'has {product}, which texts and messages'],
  ['site.yml', 'contact', 'Us <us@us.example>', 'must be an e-mail address and nothing else.'],
  ['landing.md', 'hint', 'Tap\nhere', 'must be on one line.'],
  ['landing.md', 'title', 'x'.repeat(31), 'has a word of more than 30 characters.'],
  ['landing.md', 'picture', 'Hero.png', 'must be the name of a file in src/assets, with the same'],
  ['confirmation.yml', 'note', 'You move up 10 spots', 'must have {spots} once.'],
  ['confirmation.yml', 'position', '{position}. spot', 'must end with {position}.'],
  ['confirmation.yml', 'reminder', 'Hi 🥀 {link}', 'it holds 70 characters with 🥀 in it'],
  ['confirmation.yml', 'reminder', `${'so'.repeat(44)}{link}`, 'it holds 160 characters, link'],
  ['form.yml', 'consent', 'We text you.', `lacks what carriers require: ${REQUIRED}`],
  ['form.yml', 'consent', `</b>${CONSENT}`, 'has </b> (html).'],
  ['member.yml', 'admittedLink', 'http://a.example', 'must start with https://.'],
])('in %s the key %s with %j is reported: "%s"', async (file, key, text, sentence) => {
  await expectProblem(file, edit(file, key, `${key}: ${JSON.stringify(text)}`), sentence);
});

test.each<[body: string, sentence: string, below?: number]>([
  ['All of us.', 'must start with # and its title'],
  ['# us\n\nSee [us](/landing).', 'has a link to /landing. Links go to https://'],
  ['# us\n\n[us](https://us.example/our page)', 'has a space in [words](address)'],
  ['# us\n\n- [ ] Call us', 'has a box to tick'],
  ['# us\n\nwhy\n---', 'an empty line above ---.', 1],
  ['# us\n\n##### why', 'needs # to #### before a heading'],
  ...['•', '–', '—', '·', '▪', '◦', 'o\t', '\uf0b7', '1.'].map((bullet): [string, string] => [
    `# us\n\nwhy:\n${bullet}${/^[–—]/.test(bullet) ? ' ' : ''}fun`,
    `has a line that starts with ${bullet.trim()}. Start it with a hyphen and a space.`,
  ]),
  ['# us\n\n(us)[https://us.example]', 'has a link that should be [words](address).'],
  ['# us\n\nI :heart: you', 'has :heart:, which would be shown. Type the emoji.'],
  ['# us\n\nI ** love ** you', 'has ** love **. Write **bold words**, on a page only.'],
  ['# us\n\n## we\n\n- </b>Hello', 'has </b> (html).'],
  ['# us\n\n<javascript:alert(1)>', 'has a link to javascript:alert(1).'],
  ['# us\n\n[us](https://us.example/%7Bphone%7D)', 'has a link to https://us.example/'],
  ['# us\n\nwe say\n#girlhood', 'needs a space, "## Heading", or for a hashtag'],
  ['# us\n\n| a |\n| - |', 'has | a | (table). Pages can have', 1],
  ['# us\n\n##', 'has a heading without words.'],
  ['# us\n\n[](/about)', 'has a link without words.'],
  ['# us\n\n- One\n- By {prodct}.', 'has {prodct}, but braces may only contain'],
])('the page %j is reported at its last line: "%s"', async (body, sentence, below = 0) => {
  const text = `${about.split('\n---\n')[0]}\n---\n\n${body}`;
  write('about.md', text);
  await expectProblem('about.md', text.split('\n').length - below, sentence);
});

test('a new file is a page, and texts have room for the longest names', async () => {
  const body = '## cat\n\n- **a**\n  - [b](https://c.example)\n\n5 < 6, [{lab}](/press#cat)\n\n';
  const rest = '1 Way\\\nTown  \nState\n\n#### e\n\n[d](/#join) \\#f #1\n\n---\n\n## {lab} end';
  const [keys] = read('pages/privacy.md').split('\n---\n');
  write('pages/press.md', `${keys}\n---\n# us\n\n${body}${rest}`);
  edit('site.yml', 'product', 'product: Otto Otto Otto Otter');
  edit('site.yml', 'lab', `lab: ${'N'.repeat(30)}`);
  expect(await findProblems()).toEqual([]);
  const { sections } = (await readContent()).content.pages.press?.page ?? {};
  const cat = { id: 'cat', html: expect.stringContaining('<strong>a</strong>') };
  expect(sections).toMatchObject([cat, { id: `${'n'.repeat(30)}-end`, html: '' }]);
});

test('a site without share picture or consent text gets a note', async () => {
  fs.rmSync(path('share.yml'), { force: true });
  edit('form.yml', 'consent', '');
  edit('site.yml', 'privacyLink', 'privacyLink: Terms');
  edit('site.yml', 'contact', `contact: ${'u'.repeat(29)}@us.example`);
  const promise = edit('member.yml', 'admittedText', 'admittedText: We’ll text you.');
  const { consent } = (await readContent()).content;
  expect(consent).toEqual({ html: '<a href="/privacy">Terms</a>' });
  const { stdout: notes } = check();
  expect(notes).toMatch(/^src.content has no problems\.\n/);
  expect(notes).toMatch(/: the contact .*\nNote: without share\.yml .*\nNote: without consent /s);
  expect(notes).toMatch(`Note: ${path('member.yml')}, line ${promise}\n`);
  expect(notes).toMatch(`Note: ${path('pages/privacy.md')}, line `);
});

test('one run reports all problems, and a curly apostrophe in a text message becomes a straight one', async () => {
  const lines = [edit('form.yml', 'back', 'back: @a'), edit('form.yml', 'phone', 'phone: `b')];
  lines.push(edit('member.yml', 'again', 'again: {again}'));
  lines.push(edit('not-found.md', 'home', 'Home: "{home}"'));
  const problems = await findProblems();
  expect(problems.map(({ key, line }) => key && line)).toEqual(lines);
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  const place = `::error file=${path('form.yml')},line=${lines[0]}::`;
  const first = `${place}${path('form.yml')}, line ${lines[0]}, back: must be one line such as`;
  expect(check()).toMatchObject({ status: 1, stdout: expect.stringContaining(first) });
  edit('confirmation.yml', 'reminder', 'reminder: It’s here, {link}');
  const { confirmation } = (await readContent()).content;
  expect(confirmation.reminder).toBe("It's here, {link}");
});

const UNREADABLE = "isn't a JPEG, PNG or WebP that can be read. Export it as JPEG.";
const photo = () => draw(1600, 900).jpeg();
const whole = await photo().toBuffer();

test.each<[name: string, picture: Sharp | Buffer, problem?: string]>([
  ['wide.jpg', photo().withExif({ IFD0: { Make: 'Camera' } })],
  ['portrait.JPEG', draw(1650, 2500).jpeg()],
  ['turned.jpg', photo().withMetadata({ orientation: 6 }), 'turned.jpg is jpeg of 900 by 1600.'],
  ['small.png', draw(999, 1200).png(), 'of at least 1000 by 900 pixels'],
  ['story.png', draw(1080, 1920).png(), 'from 2:3 (upright) to 16:9 (wide)'],
  ['banner.png', draw(1700, 900).png(), 'of 1700 by 900.'],
  ['cut.jpg', whole.subarray(0, whole.length / 2), `names cut.jpg, which ${UNREADABLE}`],
  ['iphone.jpg', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), UNREADABLE],
  ['Hero Picture.png', draw(1000, 1000).png(), 'without spaces, such as hero.png'],
])('the picture %s is accepted, or reported with its problem', async (name, picture, problem) => {
  const bytes = Buffer.isBuffer(picture) ? picture : await picture.toBuffer();
  fs.writeFileSync(join(root, `src/assets/${name}`), bytes);
  expect(await findPictureProblem(name)).toEqual(problem && expect.stringContaining(problem));
});
