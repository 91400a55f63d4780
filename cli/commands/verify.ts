import { confirm } from '../confirm.ts';
import { figure, peopleFigure } from '../figure.ts';
import { UNREADABLE } from '../keys.ts';
import { mend } from '../mend.ts';
import { isMendable } from '../repair.ts';
import { reportProblems } from '../report-problems.ts';
import type { Session } from '../run.ts';
import { inspectSettled, type Settled } from '../settle.ts';
import { takeReading } from '../take-reading.ts';

export interface VerifyOptions {
  fix?: boolean;
  yes?: boolean;
}

/**
 * Prints what is wrong with the list and how to mend it; with `fix` mends it, after asking. The exit
 * code is 1 when something is wrong in the end.
 */
export async function verify(session: Session, { fix, yes }: VerifyOptions): Promise<void> {
  const { redis, name, signal } = session;
  const look = () => inspectSettled(() => takeReading(redis, signal));
  const found = await look();
  print(found);

  const mendable = found.problems.filter(isMendable).length;
  if (fix && mendable) {
    await confirm(`Mend ${problems(mendable)} in the database (${name})?`, yes);
    const { repairs, left } = await mend(redis, found, { look, signal });
    console.log(`${figure(repairs)} ${repairs === 1 ? 'repair was' : 'repairs were'} made.\n`);
    print(left);
    if (left.problems.length) process.exitCode = 1;
  } else if (found.problems.length) {
    if (mendable) console.log('To mend: npm run waitlist -- verify --fix');
    process.exitCode = 1;
  }

  const aside = await redis.hlen(UNREADABLE);
  if (aside) {
    const records = `${figure(aside)} ${aside === 1 ? 'record is' : 'records are'}`;
    console.log(
      `${records} kept aside in ${UNREADABLE}, because nobody could read them: docs/list.md.`,
    );
  }
}

function print({ members, problems: found }: Settled): void {
  const state = found.length ? `${problems(found.length)}:\n` : 'everything holds.';
  console.log(`${peopleFigure(members.size)}, ${state}`);
  for (const line of reportProblems(found)) console.log(line);
}

const problems = (count: number) => `${figure(count)} ${count === 1 ? 'problem' : 'problems'}`;
