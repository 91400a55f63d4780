import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DRAWINGS, palette, readDrawing } from '../../src/pictures/palette.ts';
import { pictureProblem } from '../../src/pictures/picture-file.ts';
import { describeConsent } from '../../src/site/consent.ts';
import { readPage } from '../../src/site/markdown.ts';
import { readContent } from '../../src/site/read-content.ts';

const project = process.cwd();
// A problem of today's copy fails the copy check, not these tests.
const today = (await readContent()).problems.map(({ sentence }) => sentence);

let root: string;

/** A copy of the content for a marketer to edit. */
beforeEach(() => {
  root = fs.mkdtempSync(join(tmpdir(), 'content-'));
  for (const folder of ['src/content', 'src/assets'])
    fs.cpSync(folder, join(root, folder), { recursive: true });
  vi.stubEnv('SITE_URL', '');
  process.chdir(root);
});
afterEach(() => {
  process.chdir(project);
  fs.rmSync(root, { recursive: true });
});

const path = (name: string) => `src/content/${name}`;
const read = (name: string) => fs.readFileSync(path(name), 'utf8');
const write = (name: string, text: string | Buffer) => fs.writeFileSync(path(name), text);
const rename = (from: string, to: string) => fs.renameSync(path(from), path(to));

/** Puts `rows` in place of the line of a key, or at the end; returns the number of the last. */
function edit(name: string, key: string, rows: string): number {
  const all = read(name).split('\n');
  const found = all.findIndex((row) => row.startsWith(`${key}:`));
  const index = found < 0 ? all.length - 1 : found;
  write(name, all.toSpliced(index, 1, rows).join('\n'));
  return index + rows.split('\n').length;
}

async function findProblems() {
  const { problems } = await readContent();
  return problems.filter(({ sentence }) => !today.includes(sentence));
}

/** One problem gives one sentence. */
const expectProblem = async (name: string, line: number, sentence: string) =>
  expect(await findProblems()).toMatchObject([
    { file: path(name), line, sentence: expect.stringContaining(sentence) },
  ]);

const about = read('about.md');
const press = about.replace('we are', 'press');
const empty = '---\n---\n\n# faq';

test.each<[file: string, line: number, sentence: string, edit: () => void]>([
  ['site.yml', 0, 'is missing. Restore it.', () => fs.rmSync(path('site.yml'))],
  ['pages/privacy.md', 0, 'is missing. Restore it.', () => fs.rmSync(path('pages/privacy.md'))],
  ['form.yaml', 0, 'must be called src/content/form.yml.', () => rename('form.yml', 'form.yaml')],
  ['About.md', 0, 'must be called src/content/about.md.', () => rename('about.md', 'About.md')],
  ['landing.yml', 0, "isn't used here.", () => write('landing.yml', '')],
  ['faq.md', 0, 'Delete it, or make it a page: pages/NAME.md', () => write('faq.md', press)],
  ['pages/Press.md', 0, "isn't used here.", () => write('pages/Press.md', press)],
  ['pages/index.md', 0, "isn't used here.", () => write('pages/index.md', press)],
  ['about.txt', 0, 'must be called src/content/about.md.', () => rename('about.md', 'about.txt')],
  ['form.yml', 1, 'has no line for back, ', () => write('form.yml', '# The form')],
  ['form.yml', 1, 'has � where', () => write('form.yml', Buffer.from('cliqué', 'latin1'))],
  ['form.yml', 1, 'has â€™ where', () => write('form.yml', 'back: Itâ€™s')],
  ['form.yml', 1, "isn't saved as UTF-8", () => write('form.yml', Buffer.from('b', 'utf16le'))],
  ['pages/faq.md', 1, 'has no line for title, description', () => write('pages/faq.md', empty)],
  ['about.md', 1, 'must start with its keys', () => write('about.md', `\n${about}`)],
  ['about.md', 2, 'appears twice', () => write('about.md', about.replace('-\n', '-\nbody: We\n'))],
  ['about.md', 1, 'must start with', () => write('about.md', about.replace('\n---\n', '\n'))],
])('the file %s is reported in line %i: "%s"', async (file, line, sentence, edit) => {
  write('pages/.DS_Store', '\0');
  edit();
  await expectProblem(file, line, sentence);
});

const others = Object.keys(palette).map((name, index) => [name, `#00000${index}`]);

test.each(DRAWINGS)('the drawing %s has no color of its own, and is missed', async (name) => {
  const drawing = readDrawing(name, Object.fromEntries(others));
  const colors = drawing.match(/#[0-9a-f]{3,6}(?=")/gi) ?? [];
  expect(colors.length).toBeGreaterThan(0);
  expect(colors.filter((color) => !/^#(fff|00000\d)$/.test(color))).toEqual([]);
  fs.renameSync(`src/assets/${name}.svg`, `src/assets/${name}-2.svg`);
  const problem = { file: `src/assets/${name}.svg`, sentence: 'is missing. Restore it.' };
  expect(await findProblems()).toMatchObject([problem]);
});

test.each([
  ['back: come in: now', 'back: "come in: now"'],
  ['back: “come in”', 'back: "come in"'],
  ['back: {product} calls', 'back: "{product} calls"'],
  ['back: [come in', 'back: "[come in"'],
  ['back: *come in', 'back: "*come in"'],
  ['back: !come in', 'back: "!come in"'],
  ['back: "come in', 'back: "come in"'],
  ["back: 'come in", 'back: "\'come in"'],
  ['back: "come in" now', 'back: "\\"come in\\" now"'],
  ['back: #1', 'back: "#1"'],
  ['back:home', 'back: "home"'],
  ['\tback: home', 'back: "home"'],
  ['back: home\n  or not', 'from the start of the line: key: "text"'],
  ['=======', 'from the start of the line: key: "text"'],
  ['back:', 'is empty.'],
  ['back: "\u200d"', 'is empty.'],
  ['back: Ho\u200bme', "has a character that can't be seen."],
  ['<<<<<<< HEAD', 'has two versions'],
  ['back: Go\nback: Home', 'appears twice. Keep only one.'],
  ['back: Go\ncolour: red', "isn't used here. Delete it"],
  ['Back: Home', "isn't used here. Delete it, or rename it to back"],
  [`back: ${'so '.repeat(20)}`, 'is 59 characters long, but can have at most 30.'],
  ['back: Back **home**', 'has **home**. Pages can have headings'],
  ['back: Back&nbsp;home', 'has ~~ or a code such as &nbsp;'],
])('the label %j is reported: "%s"', async (rows, sentence) => {
  const line = edit('form.yml', 'back', rows);
  await expectProblem('form.yml', line, sentence);
  if (!sentence.startsWith('back: ')) return;
  write('form.yml', read('form.yml').replace(rows, sentence));
  expect(await findProblems()).toEqual([]);
});

const VALID = ['12', "don't wait", 'a#1', "'it''s'", '"hi" # new', '2 * 3_0', '👩‍❤️‍👩 می‌خواهم'];
test.each(VALID)('the label %s is valid', async (text) => {
  edit('form.yml', 'back', `back: ${text}`);
  write('form.yml', `\uFEFF${read('form.yml').replaceAll('\n', '\r\n')}`);
  expect(await findProblems()).toEqual([]);
});

const CONSENT =
  '{lab} may send recurring texts. Msg & data rates may apply. Reply STOP to cancel, HELP for help. [Terms](/privacy#texts), [Privacy](/privacy)';

test.each([
  ['site.yml', 'product', 'Otto Otto Otto Otto Ottos', 'is 25 characters long, but can have at'],
  ['site.yml', 'product', 'Zoë’s', "has ë, which texts and messages can't have in a name."],
  ['site.yml', 'lab', '{product} Labs', 'has {product}, which texts and messages'],
  ['site.yml', 'contact', 'Us <us@us.example>', 'must be an e-mail address and nothing else.'],
  ['site.yml', 'contact', '_us_@us.example', 'has _us_.'],
  ['landing.md', 'picture', 'Hero.png', "names Hero.png, which isn't in src/assets."],
  ['landing.md', 'picture', 'src/assets/hero.png', 'names a folder, too. Write only'],
  ['confirmation.yml', 'note', 'You move up 10 spots', 'must have {spots} once.'],
  ['confirmation.yml', 'position', '{position}. spot', 'must end with {position}.'],
  ['confirmation.yml', 'greeting', 'Hi', 'must have {firstName} once.'],
  ['confirmation.yml', 'reminder', 'Hi 🥀 {link}', 'it holds 70 characters with 🥀 in it'],
  ['confirmation.yml', 'reminder', `${'so '.repeat(34)}{link}`, 'it holds 160 characters, link'],
  ['form.yml', 'consent', 'We text you.', 'lacks what carriers require: who sends the texts'],
  ['form.yml', 'consent', `<b>${CONSENT}</b>`, 'has <b>.'],
  ['member.yml', 'admittedLink', 'http://a.example', 'must start with https://.'],
])('in %s the key %s with %j is reported: "%s"', async (file, key, text, sentence) => {
  await expectProblem(file, edit(file, key, `${key}: ${JSON.stringify(text)}`), sentence);
});

test.each<[body: string, sentence: string, below?: number]>([
  ['All of us.', 'must start with # and its title'],
  ['# us\n\nSee [us](/abot).', 'has a link to /abot. Links go to https://'],
  ['# us\n\n[us](/about#no)', 'has a link to /about#no. Links go to'],
  ['# us\n\n[js](javascript:alert)', 'has a link to javascript:alert. Links go to'],
  ['# us\n\n[js][x]\n\n[x]: javascript:alert', 'has [x]: javascript:alert.'],
  ['# us\n\n![us](https://us.example/us.jpg)', 'has ![us](https://us.example/us.jpg). Pages can'],
  ['# us\n\n[us] (https://us.example)', 'has a link with a space in it.'],
  ['# us\n\n[us](https://us.example/our page)', 'has a link with a space in it.'],
  ['# us\n\n- [ ] Call us', 'has a box to tick'],
  ['# us\n\nwhy\n---', 'has a heading that starts without # or with ####.', 1],
  ['# us\n\n| a |\n| - |', 'has | a |. Pages can have', 1],
  ['# us\n\n#### why', 'has a heading that starts without # or with ####.'],
  ['# us\n\n<!-- Ask Ann -->', 'has <!-- Ask Ann -->.'],
  ['# us\n\n    All of us.', 'has code, from four spaces or ```.'],
  ['# us\n\n##our promise', 'has a heading without a space after its #.'],
  ['# us\n\n## our **why**', 'has **why**.'],
  ['# us\n\n##', 'has a heading without words.'],
  ['# us\n\n# you', 'has a second title. Write ## before a heading.'],
  ['# us\n\n[](/about)', 'has a link without words.'],
  ['# us\n\n## why\n\n## Why', "repeats a heading, so links can't tell them apart."],
  ['# us\n\n- One\n- By {prodct}.', 'has {prodct}, but braces may only contain'],
])('the page %j is reported at its last line: "%s"', async (body, sentence, below = 0) => {
  const text = `${about.split('\n---\n')[0]}\n---\n\n${body}`;
  write('about.md', text);
  await expectProblem('about.md', text.split('\n').length - below, sentence);
});

test('a new file is a page, and the site needs neither share picture nor consent text', async () => {
  const body =
    '# us\n\n## cat\n\n- **a**\n  - [b](https://c.example)\n\n5 < 6, [{lab}](/press#cat)\n\n';
  const rest = '1 Way\\\nTown  \nState\n\n### e\n\n---\n\n## {lab} end';
  const [keys] = read('pages/privacy.md').split('\n---\n');
  write('pages/press.md', `${keys}\n---\n${body}${rest}`);
  fs.rmSync(path('share.yml'), { force: true });
  edit('form.yml', 'consent', '');
  edit('site.yml', 'product', 'product: Otto Otto Otto Otter');
  edit('site.yml', 'lab', `lab: ${'N'.repeat(30)}`);
  expect(await findProblems()).toEqual([]);
  const { pages } = (await readContent()).content;
  const ids = ['cat', `${'n'.repeat(30)}-end`];
  const { sections } = readPage(pages.press?.body ?? '');
  expect(sections.map(({ id }) => id)).toEqual(ids);
  expect(sections[0]?.html).toContain('1 Way<br>\nTown<br>\nState');
  expect(describeConsent(undefined, 'Terms').html).toBe('<a href="/privacy">Terms</a>');
  write('share.yaml', '');
  await expectProblem('share.yaml', 0, 'must be called src/content/share.yml.');
});

test('one run reports all problems, and a curly apostrophe in a text message becomes a straight one', async () => {
  const lines = [edit('form.yml', 'back', 'back: a: b'), edit('form.yml', 'phone', 'phone: c: d')];
  edit('form.yml', 'sending', '');
  lines.push(edit('member.yml', 'again', 'again: {again}'));
  expect((await findProblems()).map(({ line }) => line)).toEqual(lines);
  edit('confirmation.yml', 'reminder', 'reminder: It’s here, {link}');
  const { confirmation } = (await readContent()).content;
  expect(confirmation.reminder).toBe("It's here, {link}");
});

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'crimson' } });
const frames = [draw(1000, 1000), draw(1000, 1000).negate()].map((frame) => frame.png().toBuffer());
const animation = sharp(await Promise.all(frames), { join: { animated: true } });

const photo = () => draw(1600, 900).jpeg();
const whole = await photo().toBuffer();

test.each<[name: string, picture: Sharp | Buffer, problem?: string]>([
  ['wide.jpg', photo().withExif({ IFD0: { Make: 'Camera' } })],
  ['portrait.JPEG', draw(1000, 1500).jpeg()],
  ['turned.jpg', photo().withMetadata({ orientation: 6 }), '900 by 1600 pixels'],
  ['small.png', draw(999, 1200).png(), '999 by 1200 pixels. It needs at least 1000 by 900'],
  ['story.png', draw(1080, 1920).png(), '1080 by 1920 pixels. Crop it to 2:3'],
  ['banner.png', draw(3000, 1000).png(), '3000 by 1000 pixels. Crop it to 16:9'],
  ['home.jpg', photo().withExif({ IFD3: { GPSLatitude: '48/1 8/1 0/1' } }), 'where'],
  ['frames.webp', animation.webp(), 'is animated. Save one image'],
  ['cut.jpg', whole.subarray(0, whole.length / 2), 'is broken. Save it again'],
  ['avif.png', draw(1000, 1000).avif(), 'is really a heif. Save it as JPEG'],
  ['Hero Picture.png', draw(1000, 1000).png(), 'with only letters, digits and hyphens'],
])('the picture %s is accepted, or reported with its problem', async (name, picture, problem) => {
  const bytes = Buffer.isBuffer(picture) ? picture : await picture.toBuffer();
  fs.writeFileSync(`src/assets/${name}`, bytes);
  expect(await pictureProblem(name)).toEqual(problem && expect.stringContaining(problem));
});
