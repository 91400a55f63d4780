import type { Member } from '../../netlify/queue/record.ts';
import { statusLink } from '../../src/waitlist/shared/status-link.ts';
import { chunksOf } from '../chunks.ts';
import { confirm } from '../confirm.ts';
import { fileToWrite, writePrivate } from '../files.ts';
import { guardedLine } from '../formula-guard.ts';
import { type Problem, REMEDIES } from '../inspect.ts';
import type { Session } from '../main.ts';
import { figure, figureOf, peopleFigure } from '../show.ts';
import { siteOrigin, warnOfLocalLinks } from '../site-origin.ts';
import { type Survey, survey } from '../survey.ts';

/** How many of a kind are shown: enough to see a pattern. */
const SHOWN = 5;

/** One thing mended may lay open another; and on a busy list some come too late the first time. */
const ROUNDS = 5;

/** From far away, a request is mostly waiting. */
const AT_ONCE = 16;

export interface VerifyOptions {
  fix?: boolean;
  links?: string;
}

/**
 * Prints what is wrong with the list and how to mend it; with `fix` mends it, after asking, and
 * lists in the file `links` who got a new way back. The exit code is 1 when something is wrong in the end.
 */
export async function verify(session: Session, { fix, links }: VerifyOptions) {
  const { redis, database } = session;
  let found = await survey(redis);
  print(found);
  const mendable = found.problems.filter(canMend).length;
  if (fix && mendable) {
    // Before anything changes, since afterwards nothing else tells who got a new link.
    const origin = siteOrigin();
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const file = await fileToWrite(session, links ?? `new-links-${time}.csv`);
    await confirm(session, `Mend ${figureOf(mendable, 'problem')} in the database (${database})?`);
    let mended = 0;
    const renewed: Member[] = [];
    try {
      for (let round = 0; round < ROUNDS && found.problems.some(canMend); round += 1) {
        for (const some of chunksOf(found.problems.filter(canMend), AT_ONCE)) {
          const done = await Promise.all(some.map(({ mend }) => mend?.(redis)));
          const mends = some.filter((_, i) => done[i]);
          mended += mends.length;
          renewed.push(...mends.flatMap(({ renewed = [] }) => renewed));
        }
        found = await survey(redis);
      }
    } finally {
      // Also where Redis fails in the middle: nobody else knows who they are.
      if (renewed.length) await writeNewLinks(renewed, file, origin);
    }
    console.log(`${figureOf(mended, 'change was', 'changes were')} made.\n`);
    print(found);
  } else if (mendable) console.log('To mend: npm run waitlist -- verify --fix');
  if (found.problems.length) process.exitCode = 1;
}

const canMend = ({ mend }: Problem) => mend !== undefined;

/** Writes whom the lab has to tell a new way back, as the one she has leads nowhere. */
async function writeNewLinks(members: Member[], file: string, origin: string): Promise<void> {
  const lines = members.map(({ code, firstName, lastName, phone, token = '' }) => {
    const link = statusLink(origin, { referralCode: code, statusToken: token });
    return guardedLine([code, firstName, lastName, phone, link]);
  });
  await writePrivate(file, ['code,first_name,last_name,phone,way_back\n', ...lines]);
  console.log(`${peopleFigure(lines.length)} got a new private link: ${file}\n`);
  warnOfLocalLinks(origin);
}

function print({ people, problems }: Survey): void {
  const count = `${figureOf(problems.length, 'problem')}:\n`;
  console.log(`${peopleFigure(people)}, ${problems.length ? count : 'everything holds.'}`);
  for (const [kind, all] of Map.groupBy(problems, ({ kind }) => kind)) {
    // Sentences that are the same word for word say it once.
    const times = Map.groupBy(all, ({ says }) => says);
    const sentences = Array.from(times, ([says, { length }]) =>
      length === 1 ? says : `${says} (${figure(length)} times)`,
    );
    for (const sentence of sentences.slice(0, SHOWN)) console.log(sentence);
    const more = sentences.length - SHOWN;
    if (more > 0) console.log(`… and ${figure(more)} more of this kind.`);
    console.log(`  ${REMEDIES[kind]}\n`);
  }
}
