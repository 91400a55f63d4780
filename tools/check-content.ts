import { appendFileSync, existsSync } from 'node:fs';
import { schemas } from '../src/content.config.ts';
import type { Mistake } from '../src/site/front-matter.ts';
import { checkWords, tellMistake } from '../src/site/words.ts';

// `npm run check:content` tells every mistake in src/content, on GitHub beside its line as well.

if (existsSync('.env')) process.loadEnvFile();
const found = await checkWords(schemas);
for (const mistake of found) {
  const told = tellMistake(mistake);
  console.log(process.env.GITHUB_ACTIONS ? annotation(mistake) : told);
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) appendFileSync(summary, `\`\`\`text\n${told}\n\`\`\`\n`);
}
if (!found.length) console.log('src/content is right.');
process.exitCode = found.length ? 1 : 0;

/** https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#setting-an-error-message */
function annotation({ file, line, key = file, sentence }: Mistake): string {
  return `::error file=${file},line=${line},title=${key}::${sentence.replaceAll('%', '%25')}`;
}
