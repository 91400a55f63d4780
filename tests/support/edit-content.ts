// `node tests/support/edit-content.ts FOLDER long|short` copies the project to FOLDER, as git knows it,
// and changes every name, text and picture that a marketer may edit: as long and awkward as the schema
// allows, or as short, and without what may be missing. Every test has to pass on both.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'astro/zod';
import sharp from 'sharp';
import { parse, stringify } from 'yaml';
import { collections } from '../../src/content.config.ts';
import type { MarkdownLoader } from '../../src/site/markdown-loader.ts';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { statusLink } from '../../src/waitlist/shared/status-link.ts';

const [folder = '', how = ''] = process.argv.slice(2);
const isLong = how === 'long';

const NAMES: Record<string, string> = isLong
  ? {
      product: 'Herzensflüstererinné',
      lab: "L'Été & Söhne: #1 in Research!",
      contact: 'privacy@the-rather-long-name-of-a-lab.example',
      picture: '../assets/portrait.jpg',
    }
  : { product: 'Ö&', lab: 'Éa', contact: 'a@b.co', picture: '../assets/square.png' };

/** What YAML, HTML or a program that fills in may trip over. */
const AWKWARD =
  '@home "Oui," it’s déjà-vu: #late *loud* `code` <b> &amp; $& O\'Neil [a](b) 100% %s Donaudampfschifffahrt ﬁancé — \\n Ελλάδα жизнь 🌹 é';

/** With letters that a text message knows, and nothing that Markdown reads. */
const PLAIN =
  '@home Straße it\'s note: "Oui," søster Ñandù 100% & co. #late Donaudampfschifffahrt é';

/** As long as any; the site's address is the one of a laptop. */
const LINK = statusLink('http://localhost:4321', {
  referralCode: 'FFFFFFFabcdefgh',
  statusToken: 'abcdefghij',
});

const blanksIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

let texts = 0;

/** So many of these words as fit, beginning with another each time, a number that no other has, and these blanks. */
function longText(max: number, words: string, blanks: string[]): string {
  texts += 1;
  const all = words.split(' ');
  const end = ` ${texts}${blanks.map((name) => ` {${name}}`).join('')}`;
  const room = max - fill(end, { ...NAMES, LAB: NAMES.lab ?? '', link: LINK }).length;
  let text = '';
  for (let at = 0; at < 20 * all.length; at += 1) {
    const longer = `${text} ${all[(at + texts) % all.length]}`.trim();
    if (longer.length <= room) text = longer;
  }
  return text.padEnd(room, 'x') + end;
}

/** Two letters, of which no two texts have the same, and the blanks that a text has to hold. */
function shortText(blanks: string[]): string {
  texts += 1;
  const letters = [texts / 26, texts].map((n) => String.fromCharCode(97 + (Math.floor(n) % 26)));
  const needed = blanks.filter((name) => !/^(product|lab|contact|spots)$/i.test(name));
  // What an app makes a link of has to stand apart.
  return (
    letters.join('') + needed.map((name) => (name === 'link' ? ' {link}' : `{${name}}`)).join('')
  );
}

/** What a key may hold by its schema, and holds today, written anew. */
function writeAnew(schema: unknown, today: unknown, key: string): unknown {
  if (schema instanceof z.ZodOptional) {
    return isLong ? writeAnew(schema.unwrap(), today, key) : undefined;
  }
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape);
    return Object.fromEntries(
      parts.map(([name, part]) => [name, writeAnew(part, Object(today)[name], name)]),
    );
  }
  if (schema instanceof z.ZodArray && Array.isArray(today)) {
    return today.map((item) => writeAnew(schema.element, item, key));
  }
  if (schema instanceof z.ZodURL) return 'https://a-lab.example/welcome?to=you&from=us#here';
  if (key in NAMES) return NAMES[key];
  if (schema instanceof z.ZodString && schema.maxLength) {
    const blanks = blanksIn(`${today}`);
    const words = blanks.includes('link') ? PLAIN : AWKWARD;
    return isLong ? longText(schema.maxLength, words, blanks) : shortText(blanks);
  }
  throw new Error(`tests/support/edit-content.ts does not know what to write for ${key}`);
}

/** Paragraphs and items of a list, not headings: links lead to those. */
function writeBodyAnew(body: string): string {
  return body.replace(
    /^(- )?(?!#)(.+)$/gm,
    (line, item = '') => item + longText(line.length, PLAIN, blanksIn(line)),
  );
}

/** The text beside the box, which holds the names themselves. */
function writeConsent() {
  const links = '[Terms](/privacy#texts), [Privacy](/privacy).';
  const start = `${NAMES.lab} may text you about ${NAMES.product}.`;
  const text = isLong ? `${longText(420 - start.length - links.length - 2, PLAIN, [])}` : 'é';
  const line = `${start} ${text} ${isLong ? links : ''}`.trim();
  const version = createHash('sha256').update(line).digest('hex').slice(0, 8);
  writeFileSync(join(content, `consent/2099-01-01-${version}.md`), `${line}\n`);
  const row = `| 2099-01-01-${version} | ${NAMES.product} | ${NAMES.lab} |\n`;
  appendFileSync(join(content, 'consent/README.md'), row);
}

/** A picture of a shape that the first one has not. */
async function drawPicture() {
  const [width, height] = isLong ? [1200, 1800] : [1200, 1200];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="crimson"/>
    <circle cx="600" cy="600" r="500" fill="gold"/>
  </svg>`;
  await sharp(Buffer.from(svg)).toFile(join(content, NAMES.picture ?? ''));
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
  encoding: 'utf8',
});
for (const file of files.split('\0').filter((name) => name && existsSync(name))) {
  cpSync(file, join(folder, file));
}
// What tools keep in there is the copy's own.
mkdirSync(join(folder, 'node_modules'));
for (const name of readdirSync('node_modules').filter((it) => !/^\.(astro|cache|vite)/.test(it))) {
  const [from, to] = [resolve('node_modules', name), join(folder, 'node_modules', name)];
  // netlify.toml leaves a file of it out by its path, which behind a link is another.
  if (name === '@upstash') cpSync(from, to, { recursive: true });
  else symlinkSync(from, to);
}

const content = join(folder, 'src/content');
for (const collection of Object.values(collections)) {
  const { loader } = collection as unknown as { loader: MarkdownLoader };
  const path = join(folder, loader.name);
  const [, keys = '', body = ''] = readFileSync(path, 'utf8').split(/^---$/m);
  const anew = writeAnew(loader.schema, parse(keys), loader.name);
  writeFileSync(path, `---\n${stringify(anew, { lineWidth: 0 })}---${writeBodyAnew(body)}`);
}
writeConsent();
await drawPicture();
if (!isLong) rmSync(join(content, 'privacy.md'));
