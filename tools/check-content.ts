import { existsSync } from 'node:fs';
import { contentRules } from '../src/content.config.ts';
import { checkContent, formatProblem } from '../src/site/check-content.ts';
import type { ContentProblem } from '../src/site/content-file.ts';

// `npm run check:content`: reports every problem in src/content; on GitHub, next to its line.

if (existsSync('.env')) process.loadEnvFile();
const problems = await checkContent(contentRules);
for (const problem of problems) {
  console.log(process.env.GITHUB_ACTIONS ? annotation(problem) : formatProblem(problem));
}
if (!problems.length) console.log('src/content is right.');
process.exitCode = problems.length ? 1 : 0;

/** https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#setting-an-error-message */
function annotation({ file, line, key = file, sentence }: ContentProblem): string {
  return `::error file=${file},line=${line},title=${key}::${sentence.replaceAll('%', '%25')}`;
}
