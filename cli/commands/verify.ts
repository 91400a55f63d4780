import { formatMembers, formatNumber, pluralize } from '../format.ts';
import { fixProblems, inspectTwice, type Problem } from '../indexes.ts';
import { confirm, type Session } from '../session.ts';

const MAX_SHOWN = 5;

const ADVICE: Partial<Record<Problem['kind'], string>> = {
  unreadable:
    'Restore a backup, or repair these records in a Redis console, in the form of netlify/queue/record.ts. Nothing else is compared until then.',
  phone: 'The phone leads to the first. Run `find` with each code, and `remove` the wrong one.',
};

interface VerifyOptions {
  fix?: boolean;
  removeLost?: boolean;
}

export async function verify(session: Session, { fix, removeLost }: VerifyOptions) {
  let { records, problems } = await inspectTwice(session, removeLost);
  printProblems(records, problems);
  const count = problems.filter(({ change }) => change).length;
  if ((fix || removeLost) && count) {
    const lost = countLost(problems);
    const removal = lost ? ` and remove ${formatMembers(lost)} without a record` : '';
    await confirm(session, `Set ${pluralize(count, 'value')}${removal}`);
    console.log(`${pluralize(await fixProblems(session, problems), 'value')} set.\n`);
    ({ records, problems } = await inspectTwice(session));
    printProblems(records, problems);
  } else if (count) {
    console.log('To correct the indexes: npm run waitlist -- verify --fix');
  }
  if (problems.length) process.exitCode = 1;
}

const countLost = (problems: Problem[]) => problems.filter(({ kind }) => kind === 'lost').length;

function printProblems(records: number, problems: Problem[]): void {
  const lost = countLost(problems);
  if (lost) {
    const have = `${formatMembers(lost)} ${lost === 1 ? 'has' : 'have'} no record.`;
    const flags = 'verify --fix --remove-lost';
    console.log(`${have} Restore a backup before ${flags}, which would remove them.\n`);
  }
  const result = problems.length
    ? `${pluralize(problems.length, 'problem')}:`
    : 'and the indexes match their records.';
  console.log(`${formatMembers(records)}, ${result}`);
  for (const [kind, all] of Map.groupBy(problems, ({ kind }) => kind)) {
    for (const { sentence } of all.slice(0, MAX_SHOWN)) console.log(sentence);
    const more = all.length - MAX_SHOWN;
    if (more > 0) console.log(`… and ${formatNumber(more)} more.`);
    console.log(ADVICE[kind] ? `  ${ADVICE[kind]}\n` : '');
  }
}
