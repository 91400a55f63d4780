import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { EMPTY, formatMembers, pluralize, printJson, sanitizeForTerminal } from '../format.ts';
import { inspectTwice, type ListProblem } from '../indexes.ts';
import { checkRebuild, rebuild } from '../rebuild.ts';
import { confirm, type Session } from '../session.ts';

const MAX_SHOWN = 5;

const ADVICE: Partial<Record<ListProblem['kind'], string>> = {
  unreadable:
    'Make a backup, then erase each of these records with `remove CODE`, or repair it in a Redis console, in the form of netlify/queue/record.ts. Nothing else is compared until then:',
  lost: 'Restore a backup before verify --fix --remove-lost, which would remove these members:',
  phone: 'The phone leads to the first. Run `find` with each code, and `remove` the wrong one:',
};

export async function verify(session: Session, { fix, removeLost, json }: Record<string, true>) {
  const isFixing = fix || removeLost;
  let question = 'Close the list while its indexes are rebuilt from the records';
  // After one that was cut off there is nothing to compare: the indexes are incomplete.
  if (!isFixing || !(await checkRebuild(session, 'verify --fix'))) {
    const problems = await reportProblems(session, removeLost, json);
    if (json) return;
    if (!problems.some(({ kind }) => kind === 'index')) return;
    if (!isFixing) return console.log('To rebuild the indexes: npm run waitlist -- verify --fix');
    const lost = problems.filter(({ kind }) => kind === 'lost').length;
    if (lost) question += `, and remove ${formatMembers(lost)} without a record`;
  }
  await confirm(session, question);
  const seconds = await rebuild(session);
  console.log(`The list was closed for ${pluralize(seconds, 'second')}.\n`);
  await reportProblems(session);
}

async function reportProblems(session: Session, removeLost?: boolean, json?: boolean) {
  const { records, problems } = await inspectTwice(session, removeLost);
  process.exitCode = problems.length ? 1 : 0;
  if (json) printJson({ records, problems });
  if (json) return problems;
  const result = problems.length
    ? `${pluralize(problems.length, 'problem')}:`
    : 'and the indexes match their records.';
  console.log(records || problems.length ? `${formatMembers(records)}, ${result}` : EMPTY);
  for (const [kind, all] of Map.groupBy(problems, ({ kind }) => kind)) {
    if (ADVICE[kind]) console.log(ADVICE[kind]);
    for (const { sentence } of all.slice(0, MAX_SHOWN)) console.log(sanitizeForTerminal(sentence));
    const more = all.length - MAX_SHOWN;
    if (more > 0) console.log(`… and ${formatNumber(more)} more: --json has all.`);
    console.log('');
  }
  return problems;
}
