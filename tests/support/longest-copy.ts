import { execSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'astro/zod';
import sharp from 'sharp';
import { contentRules } from '../../src/content-check/content-rules.ts';
import { readFolder } from '../../src/content-check/read-content.ts';
import { LENGTHS, LONGEST_VALUES } from '../../src/content-check/text-rules.ts';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';

// `npm run build:longest`: builds the site in .data/longest, with each text as long as its rule allows, with an opaque
// picture, and as Netlify builds it.

const FOLDER = '.data/longest';
const WORDS = ' Who texts first, he or she, when both of them are awake?'.repeat(9);
const WORD = 'situationship'.repeat(40);
const DOMAIN = '@example.com';
const PICTURE = 'hero.jpg';

/** Starts with its key, for a test's message; words of usual length, and one as long as a word can be. */
function longestText(key: string, rule: z.ZodType): string | undefined {
  if (key === 'picture') return PICTURE;
  if (key === 'contact') return WORD.slice(0, LENGTHS.contact - DOMAIN.length) + DOMAIN;
  const inner = rule instanceof z.ZodOptional ? (rule.unwrap() as z.ZodType) : rule;
  const { max, required = '' } = inner.meta() ?? {};
  if (!max) return undefined;
  const end = required && ` ${required}`;
  const length = Number(max) - fillPlaceholders(`${end}`, LONGEST_VALUES).length;
  const words = `${key}${WORDS}`.slice(0, Math.max(length / 2, length - 30)).trim();
  return `${words} ${WORD.slice(words.length + 1, length)}${end}`;
}

rmSync(FOLDER, { recursive: true, force: true });
const SITE = ['astro.config.mjs', 'cli', 'netlify', 'package.json', 'public', 'src', 'tools'];
// With the converted pictures of the last build, since another conversion takes seconds.
for (const name of [...SITE, 'node_modules/.astro/assets'])
  cpSync(name, `${FOLDER}/${name}`, {
    recursive: true,
    filter: (file) => !/local.node|generated/.test(file),
  });
process.chdir(FOLDER);
const landscape = { width: 1600, height: 1000, channels: 3, background: 'teal' } as const;
const photo = sharp({ create: landscape }).withExif({ IFD3: { GPSLatitude: '48/1 8/1 0/1' } });
await photo.toFile(`src/assets/${PICTURE}`);
for (const [file, { name, entries }] of readFolder()) {
  const rules = Object.entries(contentRules[name].shape);
  const texts = rules.map(([key, rule]) => [key, longestText(key, rule) ?? entries.get(key)?.text]);
  const { body, ...keys } = Object.fromEntries(texts);
  const rows = Object.entries(keys).map(([key, text]) => text && `${key}: ${JSON.stringify(text)}`);
  const head = rows.filter(Boolean).join('\n');
  writeFileSync(file, body ? `---\n${head}\n---\n${body}` : head);
}
const env = { ...process.env, NETLIFY: 'true', DEPLOY_ID: '6560' };
execSync('astro build', { env, stdio: 'inherit' });
