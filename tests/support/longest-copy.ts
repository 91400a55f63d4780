import { execSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import type { z } from 'astro/zod';
import { readContentFile } from '../../src/site/content-file.ts';
import { contentRules } from '../../src/site/content-rules.ts';
import { filesOf } from '../../src/site/read-content.ts';

// `npm run build:longest`: builds the site in .data/longest, with each text as long as its rule allows.

const FOLDER = '.data/longest';
const WORDS = ' Who texts first, he or she, when both of them are awake?'.repeat(9);
const WORD = 'situationship'.repeat(40);

/** Starts with its key, for a test's message; words of usual length, and one as long as a word can be. */
async function longestText(key: string, rule: z.ZodType): Promise<string | undefined> {
  const issues = (await rule.safeParseAsync('x')).error?.issues ?? [];
  const requirements = issues.map(
    ({ message }) => /have (\{.*\}) once|require: (.*)/.exec(message) ?? [],
  );
  const needed = requirements
    .map(([, placeholder, sentences]) => ` ${placeholder ?? sentences}`)
    .join('');
  function text(length: number) {
    const words = `${key}${WORDS}`.slice(0, Math.max(length / 2, length - 30)).trim();
    return `${words} ${WORD.slice(words.length + 1, length)}${needed}`;
  }
  const email = (length: number) => `${WORD.slice(0, length)}@example.com`;
  for (const form of [text, email]) {
    let longest: string | undefined;
    for (let length = 1; length < 500; length += 1) {
      const { success } = await rule.safeParseAsync(form(length));
      if (success) longest = form(length);
      else if (longest) break;
    }
    if (longest) return longest;
  }
  return undefined;
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
      const text = (await longestText(key, rule)) ?? texts.get(key)?.text;
      if (text && key !== 'body') rows.push(`${key}: ${JSON.stringify(text)}`);
      if (text && key === 'body') rows.push('---', text);
    }
    writeFileSync(file, file.endsWith('.md') ? `---\n${rows.join('\n')}` : rows.join('\n'));
  }
}
execSync('astro build', { stdio: 'inherit' });
