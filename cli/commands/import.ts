import { KEYS } from '../../netlify/queue/keys.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { type Added, addPeople, reserveNumbers } from '../add-people.ts';
import { chunksOf } from '../chunks.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { fileToRead, fileToWrite, writePrivate } from '../files.ts';
import { guardedLine } from '../formula-guard.ts';
import { importList } from '../load-list.ts';
import type { Session } from '../main.ts';
import { progress } from '../progress.ts';
import { WHY } from '../read-csv.ts';
import { type Newcomer, readPeople } from '../read-people.ts';
import { beginReading } from '../read-queue.ts';
import { figure, peopleFigure } from '../show.ts';

/** People in one request: some 100 KB, and 10 ms in which nobody else is served. */
const BATCH = 500;

/**
 * How far the join numbers of a file may be ahead of the list's: an eighth of all there are. More than
 * any list that we measured, and few enough that a false code does not use them up.
 */
const MAX_AHEAD = 2 ** 25;

/** Adds the people of a CSV file, or makes an empty database what a whole list is; asks before either. */
export async function importFile(session: Session, path: string): Promise<void> {
  const file = fileToRead(path);
  await (/\.csv$/i.test(file) ? importPeople : importList)(session, file);
}

/**
 * Adds the people of a CSV file after asking. Rows of our own export keep code, position and inviter;
 * anybody else joins the back of the line in the order of the file. Whoever is on the list already is
 * left alone, so the same command completes an import that was cut off.
 */
async function importPeople(session: Session, file: string): Promise<void> {
  const { redis, database } = session;
  const { rows, greatest, repeated, refused, titles, ignored } = await readPeople(file);
  const joined = Number((await redis.get<string>(KEYS.joined)) ?? 0);
  if (greatest > joined + MAX_AHEAD) {
    throw new BadInput(
      'A code in the file is from a list far longer than any of ours. Take the column of codes out, and everybody gets a new one.',
    );
  }
  if (ignored.length) console.log(`Columns left out: ${ignored.join(', ')}`);
  if (repeated.length) console.log(`${lines(repeated)} left out, the phone is in the file twice`);
  for (const [why, all] of Map.groupBy(refused, ({ why }) => why)) {
    console.log(`${lines(all.map(({ line }) => line))} refused: ${why}`);
  }
  if (refused.length) {
    // So that a script does not throw the file away.
    process.exitCode = 2;
    const path = file.replace(/(-refused)?\.csv$/i, '-refused.csv');
    const beside = await fileToWrite(session, path);
    const all = [[WHY, ...titles], ...refused.map(({ why, row }) => [why, ...row])];
    await writePrivate(beside, all.map(guardedLine));
    console.log(`Mend them in ${beside}, and import that.`);
  }
  if (!rows.length) return console.log('Nobody to import.');
  const whom = peopleFigure(rows.length);
  const before = figure(await redis.zcard(KEYS.queue));
  await confirm(session, `Import ${whom} into the list of ${before} (${database})?`);

  await reserveNumbers(redis, greatest);
  const taken = new Set<number>();
  const { pages } = await beginReading(redis);
  for await (const page of pages('Reading the queue')) {
    for (const { code } of page) taken.add(joinNumber(code));
  }
  const counts: Record<Added, number> = { added: 0, renewed: 0, there: 0 };
  const bar = progress('Importing', rows.length);
  const sayStopped = () => {
    bar.end();
    const done = figure(counts.added + counts.renewed + counts.there);
    console.error(`Stopped: ${done} of ${whom} are on the list. The same command goes on.`);
  };
  process.once('exit', sayStopped); // Ctrl-C.
  try {
    for (const some of chunksOf(rows, BATCH)) {
      const batch = some.map((row): Newcomer => JSON.parse(row));
      for (const outcome of await addPeople(redis, batch, taken)) counts[outcome] += 1;
      bar.add(batch.length);
    }
  } catch (error) {
    sayStopped();
    throw error;
  } finally {
    process.off('exit', sayStopped);
  }
  bar.end();
  const { added, renewed, there } = counts;
  console.log(`${figure(added + renewed)} imported`);
  if (renewed) {
    console.log(
      `${figure(renewed)} of them got a new link and a position at the back: somebody has their number`,
    );
  }
  if (there) console.log(`${figure(there)} ${there === 1 ? 'was' : 'were'} on the list already`);
}

/** "Line 7" or "3 lines (4, 7, 9)". */
function lines(numbers: number[]): string {
  if (numbers.length === 1) return `Line ${numbers[0]}`;
  return `${figure(numbers.length)} lines (${numbers.join(', ')})`;
}
