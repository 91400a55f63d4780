import { existsSync, readFileSync } from 'node:fs';
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
  const note = (sentence: string) =>
    console.log(`${isOnGitHub ? '::notice::' : 'Note: '}${sentence}`);
  if (content.site.contact.endsWith('.example')) note('the contact in site.yml is invented.');
  if (!content.share) note('without share.yml members have no picture to share.');
  if (!content.form.consent) {
    note('without consent in form.yml you can text nobody. Reword what promises texts:');
    for (const file of ['src/content/member.yml', 'src/content/pages/privacy.md'])
      for (const [i, row] of readFileSync(file, 'utf8').split('\n').entries())
        if (/^(?!# ).*\b(texts|text you)\b/i.test(row)) note(`${file}, line ${i + 1}`);
  }
}
