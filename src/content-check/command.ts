import { existsSync } from 'node:fs';
import { formatProblem, readContent } from './read-content.ts';

// `npm run check:content`: reports what breaks a rule in src/content; on GitHub, next to its line.

// It may have the site's URL, which a text message must have room for.
if (existsSync('.env')) process.loadEnvFile();
const { content, problems } = await readContent();
const isOnGitHub = Boolean(process.env.GITHUB_ACTIONS);
for (const problem of problems) {
  // https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#setting-an-error-message
  const mark = isOnGitHub ? `::error file=${problem.file},line=${problem.line}::` : '';
  console.log(mark + formatProblem(problem));
}
process.exitCode = problems.length ? 1 : 0;
if (!problems.length) {
  console.log('src/content has no problems.');
  // Both are allowed, but may be slips.
  const note = isOnGitHub ? '::notice::' : 'Note: ';
  if (!content.form.consent) console.log(`${note}without consent in form.yml you can text nobody.`);
  if (!content.share) console.log(`${note}without share.yml members have no picture to share.`);
}
