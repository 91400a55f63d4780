import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { compareAndSet } from '../compare-and-set.ts';
import { EMPTY, formatMembers, pluralize, sanitizeForTerminal } from '../format.ts';
import { inspectTwice, type ListProblem } from '../indexes.ts';
import { confirm, type Session } from '../session.ts';

const MAX_SHOWN = 5;

const ADVICE: Partial<Record<ListProblem['kind'], string>> = {
  lost: 'Restore a backup before verify --fix --remove-lost, which would remove these members:',
  unreadable:
    'Restore a backup, or repair these records in a Redis console, in the form of netlify/queue/record.ts. Nothing else is compared until then:',
  phone: 'The phone leads to the first. Run `find` with each code, and `remove` the wrong one:',
};

export async function verify(session: Session, { fix, removeLost }: Record<string, true>) {
  let { records, problems } = await inspectTwice(session, removeLost);
  printProblems(records, problems);
  const changes = problems.flatMap(({ change }) => (change ? [[change]] : []));
  if ((fix || removeLost) && changes.length) {
    const lost = problems.filter(({ kind }) => kind === 'lost').length;
    const removal = lost ? ` and remove ${formatMembers(lost)} without a record` : '';
    await confirm(session, `Set ${pluralize(changes.length, 'value')}${removal}`);
    const done = await compareAndSet(session, changes);
    console.log(`${pluralize(done.filter(Boolean).length, 'value')} set.\n`);
    ({ records, problems } = await inspectTwice(session));
    printProblems(records, problems);
  } else if (changes.length) {
    console.log('To correct the indexes: npm run waitlist -- verify --fix');
  }
  if (problems.length) process.exitCode = 1;
}

function printProblems(records: number, problems: ListProblem[]): void {
  const result = problems.length
    ? `${pluralize(problems.length, 'problem')}:`
    : 'and the indexes match their records.';
  console.log(records || problems.length ? `${formatMembers(records)}, ${result}` : EMPTY);
  for (const [kind, all] of Map.groupBy(problems, ({ kind }) => kind)) {
    if (ADVICE[kind]) console.log(ADVICE[kind]);
    for (const { sentence } of all.slice(0, MAX_SHOWN)) console.log(sanitizeForTerminal(sentence));
    const more = all.length - MAX_SHOWN;
    if (more > 0) console.log(`… and ${formatNumber(more)} more.`);
    console.log('');
  }
}
