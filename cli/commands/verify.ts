import { formatMembers, pluralize, printLines } from '../format.ts';
import { fixProblems, inspectTwice, type Problem } from '../indexes.ts';
import { confirm, type Session } from '../session.ts';

const MAX_SHOWN = 5;

const ADVICE: Partial<Record<Problem['kind'], string>> = {
  lost: 'These codes have no record. Nothing else is compared until they do, or are removed.',
  unreadable:
    'Read it with HGET and repair it with HSET, in the form of netlify/queue/record.ts. Nothing else is compared until then.',
  phone: 'The phone leads to the first. Run `find` with each code, and `remove` the wrong one.',
};

interface VerifyOptions {
  fix?: boolean;
  removeLost?: boolean;
}

export async function verify(session: Session, { fix, removeLost }: VerifyOptions) {
  let problems = await inspect(session, removeLost);
  const count = problems.filter(({ change }) => change).length;
  if ((fix || removeLost) && count) {
    const removal = removeLost ? ', and remove members who have no record' : '';
    await confirm(session, `Set ${pluralize(count, 'value')}${removal}`);
    console.log(`${pluralize(await fixProblems(session, problems), 'value')} set.\n`);
    problems = await inspect(session);
  } else if (count) {
    console.log('To correct the indexes: npm run waitlist -- verify --fix');
  }
  if (problems.length) process.exitCode = 1;
}

async function inspect(session: Session, removeLost?: boolean): Promise<Problem[]> {
  const { records, problems } = await inspectTwice(session, removeLost);
  const lost = problems.filter(({ kind }) => kind === 'lost').length;
  if (lost) {
    const have = `${formatMembers(lost)} ${lost === 1 ? 'has' : 'have'} no record.`;
    console.log(`${have} Restore a backup before verify --remove-lost, which would remove them.\n`);
  }
  const result = problems.length
    ? `${pluralize(problems.length, 'problem')}:`
    : 'and the indexes match their records.';
  console.log(`${formatMembers(records)}, ${result}`);
  for (const [kind, all] of Map.groupBy(problems, ({ kind }) => kind)) {
    const sentences = all.map(({ sentence }) => sentence);
    printLines(sentences, MAX_SHOWN);
    console.log(ADVICE[kind] ? `  ${ADVICE[kind]}\n` : '');
  }
  return problems;
}
