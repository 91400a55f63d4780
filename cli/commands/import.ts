import { KEYS } from '../../netlify/queue/queue.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { type Added, addPeople, reserveNumbers } from '../add-people.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../failure.ts';
import { figure, peopleFigure } from '../figure.ts';
import { Interrupted } from '../interrupt.ts';
import { progress } from '../progress.ts';
import { readCompactScores } from '../read-list.ts';
import { type People, personAt, readPeople } from '../read-people.ts';
import type { Session } from '../run.ts';

/** People in one request: some 100 KB, and 10 ms in which nobody else is served. */
const BATCH = 500;

/**
 * How far the join numbers of a file may be ahead of the list's: an eighth of all there are. More than
 * any list that we measured, and few enough that a false code does not use them up.
 */
const MAX_AHEAD = 2 ** 25;

/**
 * Adds the people of a CSV file after asking. Rows of our own export keep code, place and inviter;
 * anybody else joins the back of the line in the order of the file. Whoever is on the list already is
 * left alone, so the same command completes an import that was cut off.
 */
export async function importList(
  session: Session,
  path: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { redis, name, signal } = session;
  const people = await readPeople(path, signal);
  const { order, greatest } = inJoinOrder(people);
  const joined = Number((await redis.get<string>(KEYS.joined)) ?? 0);
  if (greatest > joined + MAX_AHEAD) {
    throw new BadInput(
      'A code in the file is from a list far longer than any of ours. Take the column of codes out, and everybody gets a new one.',
    );
  }
  reportFile(people);
  if (!order.length) return console.log('Nobody to import.');
  const before = await redis.zcard(KEYS.queue);
  await confirm(
    `Import ${peopleFigure(order.length)} into the list of ${figure(before)} (${name})?`,
    yes,
  );

  await reserveNumbers(redis, greatest);
  const taken = new Set<number>();
  for (const [code] of await readCompactScores(redis, { signal })) taken.add(joinNumber(code));

  const counts: Record<Added, number> = { added: 0, renewed: 0, there: 0 };
  const bar = progress('Importing', order.length);
  for (let start = 0; start < order.length; start += BATCH) {
    if (signal.aborted) {
      bar.end();
      const done = `Stopped after ${figure(start)} of ${peopleFigure(order.length)}.`;
      throw new Interrupted(`${done}\nThe list is sound; the same command imports the others.`);
    }
    const batch = order.slice(start, start + BATCH).map((index) => personAt(people, index));
    for (const outcome of await addPeople(redis, batch, taken)) counts[outcome] += 1;
    bar.update(start + batch.length);
  }
  bar.end();
  report(counts);
}

function report({ added, renewed, there }: Record<Added, number>): void {
  console.log(`${figure(added + renewed)} imported`);
  if (renewed) {
    console.log(
      `${figure(renewed)} of them got a new link and a place at the back: somebody has their number`,
    );
  }
  if (there) console.log(`${figure(there)} ${there === 1 ? 'was' : 'were'} on the list already`);
}

/** Places in the file: who keeps a code in the order of join numbers, then the others as they come. */
function inJoinOrder(people: People) {
  const numbers = new Float64Array(people.rows.size).fill(Number.POSITIVE_INFINITY);
  let greatest = 0;
  for (let index = 0; index < numbers.length; index += 1) {
    const { code } = personAt(people, index);
    if (!code) continue;
    numbers[index] = joinNumber(code);
    greatest = Math.max(greatest, joinNumber(code));
  }
  const at = (index: number) => numbers[index] ?? 0;
  const order = Array.from(numbers, (_, index) => index);
  // Of two infinite ones the difference is NaN.
  order.sort((a, b) => at(a) - at(b) || a - b);
  return { order, greatest };
}

function reportFile({ ignored, repeated, refused }: People): void {
  if (ignored.length) console.log(`Columns left out: ${ignored.join(', ')}`);
  if (repeated.length) console.log(`${lines(repeated)} left out, the phone is in the file twice`);
  for (const [sentence, numbers] of refused) console.log(`${lines(numbers)} refused: ${sentence}`);
  // So that a script does not throw the file away.
  if (refused.size) process.exitCode = 2;
}

/** "Line 7" or "3 lines (4, 7, 9)". */
function lines(numbers: number[]): string {
  if (numbers.length === 1) return `Line ${numbers[0]}`;
  return `${figure(numbers.length)} lines (${numbers.join(', ')})`;
}
