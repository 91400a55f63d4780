import { appendFileSync, existsSync } from 'node:fs';
import { schemas } from '../src/content.config.ts';
import type { Mistake } from '../src/site/front-matter.ts';
import { checkWords, tellMistake } from '../src/site/words.ts';

// `npm run check:content` tells every mistake in src/content, on GitHub beside its line as well.

if (existsSync('.env')) process.loadEnvFile();
const found = await checkWords(schemas);
const told = found.map((each) => (each.isAdvice ? 'To think about: ' : '') + tellMistake(each));
for (const [index, sentence] of told.entries()) {
  console.log(process.env.GITHUB_ACTIONS ? annotation(found[index] as Mistake) : sentence);
}
const summary = process.env.GITHUB_STEP_SUMMARY;
if (summary) appendFileSync(summary, told.map((it) => `\`\`\`text\n${it}\n\`\`\`\n`).join(''));
const isRight = found.every(({ isAdvice }) => isAdvice);
if (isRight) console.log('src/content is right.');
process.exitCode = isRight ? 0 : 1;

/** https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#setting-an-error-message */
function annotation({ file, line, key = file, sentence, isAdvice }: Mistake): string {
  const level = isAdvice ? 'notice' : 'error';
  return `::${level} file=${file},line=${line},title=${key}::${sentence.replaceAll('%', '%25')}`;
}
