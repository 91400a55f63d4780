import { figureOf, membersFigure, printable, printSome } from '../format.ts';
import {
  agreed,
  type Difference,
  type Doubt,
  type Inspection,
  inspectList,
  setDue,
} from '../indexes.ts';
import { confirm, type Session } from '../session.ts';

/** Enough to see a pattern. */
const SHOWN = 5;

/** What an operator does about what the records do not decide. */
const ADVICE: Record<Doubt['kind'], string> = {
  unreadable:
    'Look with HGET {waitlist}:members CODE, and write it as netlify/queue/record.ts does with HSET. Until then no score and no wave is compared.',
  phone: 'The phone leads to one of them. `find` each code, and `remove` the one that is wrong.',
  number: 'They joined as one number, which decides among equal scores. `remove` the later one.',
  key: 'Look at it, and take it away with DEL if nobody needs it.',
  import: 'Import the same file again, which completes it.',
};

/** Prints what two readings of the list agree on, and sets with `fix` what is due. */
export async function verify(session: Session, { fix }: { fix?: boolean }) {
  let found = await inspect(session);
  const { differences } = found;
  if (fix && differences.length) {
    await confirm(session, `Set ${figureOf(differences.length, 'value')}`);
    const count = await setDue(session.redis, differences);
    console.log(`${figureOf(count, 'value')} set.\n`);
    found = await inspect(session);
  } else if (differences.length) {
    console.log('To set what is due: npm run waitlist -- verify --fix');
  }
  if (found.differences.length || found.doubts.length) process.exitCode = 1;
}

async function inspect({ redis }: Session): Promise<Inspection> {
  const first = await inspectList(redis);
  const isSound = !first.differences.length && !first.doubts.length;
  const found = isSound ? first : agreed(first, await inspectList(redis));
  const { records, differences, doubts } = found;
  const count = differences.length + doubts.length;
  const result = count ? `${figureOf(count, 'problem')}:\n` : 'everything holds.';
  console.log(`${membersFigure(records)}, ${result}`);
  for (const all of Map.groupBy(differences, ({ where }) => where).values()) {
    printSome(all.map(describe), SHOWN);
    console.log();
  }
  for (const [kind, all] of Map.groupBy(doubts, ({ kind }) => kind)) {
    const sentences = all.map(({ says }) => says);
    printSome(sentences, SHOWN);
    console.log(`  ${ADVICE[kind]}\n`);
  }
  return found;
}

/** Names codes and counts, never a member or a phone. */
function describe({ where, field, seen, due, friends = [] }: Difference): string {
  const of = field && ` for ${where === 'phones' ? 'a phone' : printable(field)}`;
  const [value, right] = [seen, due].map((text) => printable(text ?? 'nothing'));
  const codes = friends.slice(0, SHOWN).join(', ') + (friends.length > SHOWN ? ', …' : '');
  const why = friends.length ? ` by ${figureOf(friends.length, 'friend')}: ${codes}` : '';
  return `{waitlist}:${where} has ${value}${of}; ${right} is due${why}.`;
}
