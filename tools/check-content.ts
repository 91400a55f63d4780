import { appendFileSync, existsSync } from 'node:fs';
import { collections } from '../src/content.config.ts';
import { findMistakes } from '../src/site/mistakes/find-mistakes.ts';
import { type Mistake, tellMistake } from '../src/site/mistakes/mistake.ts';
import { readSiteUrl } from '../src/waitlist/shared/site-url.ts';

// `npm run check:content`: what is wrong in src/content, and on GitHub beside the line that was changed.

if (existsSync('.env')) process.loadEnvFile();
const mistakes = await findMistakes('.', collections, readSiteUrl(process.env));
for (const mistake of mistakes) {
  console.log(process.env.GITHUB_ACTIONS ? annotation(mistake) : tellMistake(mistake));
}
const summary = process.env.GITHUB_STEP_SUMMARY;
const asText = mistakes.map((mistake) => `\`\`\`text\n${tellMistake(mistake)}\n\`\`\`\n`);
if (summary) appendFileSync(summary, asText.join(''));
if (!mistakes.length) console.log('src/content is right.');
process.exitCode = mistakes.length ? 1 : 0;

/** https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#setting-an-error-message */
function annotation({ file, line = 1, key, sentence }: Mistake): string {
  const escaped = (text: string) =>
    text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const title = property(key ?? file);
  return `::error file=${property(file)},line=${line},title=${title}::${escaped(sentence)}`;
}
