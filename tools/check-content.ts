import { formatProblem, readContent } from '../src/site/read-content.ts';
import { loadEnv } from './local/load-env.ts';

// `npm run check:content`: reports what breaks a rule in src/content; on GitHub, next to its line.

loadEnv();
const { problems } = await readContent();
for (const problem of problems) {
  console.log(formatProblem(problem));
  const { file, line, key, sentence } = problem;
  // https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#setting-an-error-message
  if (process.env.GITHUB_ACTIONS)
    console.log(`::error file=${file},line=${line},title=${key || file}::${sentence}`);
}
if (!problems.length) console.log('src/content has no problems.');
process.exitCode = problems.length ? 1 : 0;
