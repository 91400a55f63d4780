import { formatMembers, pluralize, printLines } from '../format.ts';
import {
  describeProblem,
  fixProblems,
  inspectTwice,
  isFixable,
  MAX_SHOWN,
  type Problem,
} from '../indexes.ts';
import { confirm, type Session } from '../session.ts';

const ADVICE: Partial<Record<Problem['kind'], string>> = {
  unreadable:
    'Look with HGET, and write it as netlify/queue/record.ts does with HSET. Until then no score and no wave is compared.',
  phone: 'The phone leads to one of them. `find` each code, and `remove` the one that is wrong.',
  number: 'This is harmless: the ends of their codes decide which of equal scores comes first.',
  'half import': 'Import the same file again, which completes it.',
};

export async function verify(session: Session, { fix }: { fix?: boolean }) {
  let problems = await inspect(session);
  const count = problems.filter(isFixable).length;
  if (fix && count) {
    await confirm(session, `Set ${pluralize(count, 'value')}`);
    console.log(`${pluralize(await fixProblems(session, problems), 'value')} set.\n`);
    problems = await inspect(session);
  } else if (count) {
    console.log('To set what is due: npm run waitlist -- verify --fix');
  }
  if (problems.some(isHarmful)) process.exitCode = 1;
}

const isHarmful = ({ kind }: Problem) => kind !== 'number';

async function inspect(session: Session): Promise<Problem[]> {
  const { records, problems } = await inspectTwice(session);
  const count = problems.filter(isHarmful).length;
  const result = count ? `${pluralize(count, 'problem')}:\n` : 'everything holds.';
  console.log(`${formatMembers(records)}, ${result}`);
  for (const [kind, all] of Map.groupBy(problems, ({ kind }) => kind)) {
    const texts = all.map((problem) => describeProblem(problem, session.keys));
    printLines(texts, MAX_SHOWN);
    console.log(ADVICE[kind] ? `  ${ADVICE[kind]}\n` : '');
  }
  return problems;
}
