import { execSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'astro/zod';
import { readContentFile, readPlaceholderValues } from '../../src/site/content-file.ts';
import { contentRules } from '../../src/site/content-rules.ts';
import { filesOf } from '../../src/site/read-content.ts';
import { fillPlaceholders } from '../../src/waitlist/shared/labels.ts';

// `npm run build:longest`: builds the site in .data/longest, with each text as long as its rule allows, and as Netlify
// builds it.

const FOLDER = '.data/longest';
const WORDS = ' Who texts first, he or she, when both of them are awake?'.repeat(9);
const WORD = 'situationship'.repeat(40);

/** Starts with its key, for a test's message; words of usual length, and one as long as a word can be. */
function longestText(key: string, rule: z.ZodType): string | undefined {
  if (key === 'contact') return `${WORD.slice(0, 30)}@example.com`;
  const inner = rule instanceof z.ZodOptional ? (rule.unwrap() as z.ZodType) : rule;
  const { max, required = '' } = inner.meta() ?? {};
  if (!max) return undefined;
  const end = required && ` ${required}`;
  const length = Number(max) - fillPlaceholders(`${end}`, readPlaceholderValues()).length;
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
for (const [name, rules] of Object.entries(contentRules)) {
  for (const file of filesOf(name, rules)) {
    const { texts } = readContentFile(file);
    const rows: string[] = [];
    for (const [key, rule] of Object.entries(rules.shape)) {
      const text = longestText(key, rule) ?? texts.get(key)?.text;
      if (text && key !== 'body') rows.push(`${key}: ${JSON.stringify(text)}`);
      if (text && key === 'body') rows.push('---', text);
    }
    writeFileSync(file, file.endsWith('.md') ? `---\n${rows.join('\n')}` : rows.join('\n'));
  }
}
const env = { ...process.env, NETLIFY: 'true', DEPLOY_ID: '6560' };
execSync('astro build', { env, stdio: 'inherit' });
