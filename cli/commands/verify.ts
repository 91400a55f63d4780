import { figure, figureOf, membersFigure, printable } from '../format.ts';
import {
  agreed,
  type Difference,
  type Doubt,
  type Inspection,
  inspectList,
  setDue,
} from '../indexes.ts';
import { confirm, type Session } from '../session.ts';

/** How many of a kind are shown: enough to see a pattern. */
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

/**
 * Prints what two readings of the list agree on: the indexes that are not what the records make
 * due, and what the records do not decide.
 */
export async function verify(session: Session, { fix }: { fix?: boolean }) {
  const { redis, database } = session;
  let found = await inspectTwice(session);
  print(found);
  const { differences } = found;
  if (fix && differences.length) {
    await confirm(session, `Set ${figureOf(differences.length, 'value')} (${database})?`);
    const count = await setDue(redis, differences);
    console.log(`${figureOf(count, 'value')} set.\n`);
    found = await inspectTwice(session);
    print(found);
  } else if (differences.length)
    console.log('To set what is due: npm run waitlist -- verify --fix');
  if (found.differences.length || found.doubts.length) process.exitCode = 1;
}

async function inspectTwice({ redis }: Session): Promise<Inspection> {
  const first = await inspectList(redis);
  const isSound = !first.differences.length && !first.doubts.length;
  return isSound ? first : agreed(first, await inspectList(redis));
}

function print({ records, differences, doubts }: Inspection): void {
  const count = differences.length + doubts.length;
  const result = count ? `${figureOf(count, 'problem')}:\n` : 'everything holds.';
  console.log(`${membersFigure(records)}, ${result}`);
  for (const all of Map.groupBy(differences, ({ where }) => where).values()) {
    printSome(all.map(describe));
  }
  for (const [kind, all] of Map.groupBy(doubts, ({ kind }) => kind)) {
    printSome(
      all.map(({ says }) => says),
      ADVICE[kind],
    );
  }
}

function printSome(sentences: string[], advice?: string): void {
  for (const sentence of sentences.slice(0, SHOWN)) console.log(sentence);
  const more = sentences.length - SHOWN;
  if (more > 0) console.log(`… and ${figure(more)} more of this kind.`);
  console.log(advice ? `  ${advice}\n` : '');
}

/** Names codes and counts, never a member or a phone. */
function describe({ where, field, seen, due, friends = [] }: Difference): string {
  const of = field && ` for ${where === 'phones' ? 'a phone' : printable(field)}`;
  const [value, right] = [seen, due].map((text) => printable(text ?? 'nothing'));
  const codes = friends.slice(0, SHOWN).join(', ') + (friends.length > SHOWN ? ', …' : '');
  const why = friends.length ? ` by ${figureOf(friends.length, 'friend')}: ${codes}` : '';
  return `{waitlist}:${where} has ${value}${of}; ${right} is due${why}.`;
}
