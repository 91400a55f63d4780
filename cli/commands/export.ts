import { parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { fileToWrite, writePrivate } from '../files.ts';
import { guardFormula } from '../formula-guard.ts';
import { beginReading, type Position } from '../read-queue.ts';
import { figureOf, peopleFigure } from '../show.ts';
import type { Session } from '../waitlist.ts';
import { type Line, wholeList } from '../whole-list.ts';

const COLUMNS = 'place,code,first_name,last_name,phone,friends,inviter,joined_at,consent';

/**
 * Writes everybody into a file in queue order: as CSV for people, or as a whole copy of the list. The
 * file is there whole or not at all. Says where a position or a record is not in it.
 */
export async function exportFile(
  { redis }: Session,
  path: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const file = await fileToWrite(path, yes);
  const reading = await beginReading(redis);
  let [records, written] = [0, 0];

  /** The lines of those who have a record. */
  async function* lines<Line>(lineOf: (position: Position) => Line | undefined) {
    for await (const page of reading.pages('Writing')) {
      const found = page.map(lineOf).filter((line) => line !== undefined);
      records += page.filter(({ record }) => record !== undefined).length;
      written += found.length;
      yield found;
    }
  }
  async function* csv() {
    // With a byte order mark, without which Excel takes UTF-8 for something else.
    yield `\uFEFF${COLUMNS}\n`;
    for await (const page of lines(rowOf)) yield page.join('');
  }
  const isCsv = /\.csv$/i.test(file);
  await writePrivate(file, isCsv ? csv() : wholeList(reading, lines(memberLine)));

  console.log(`${peopleFigure(written)} in ${file}, with their phone numbers.`);
  const left = reading.positions - written + reading.members - records;
  if (left > 0) {
    console.error(
      `${figureOf(left, 'position or record is', 'positions or records are')} not in it: npm run waitlist -- verify`,
    );
  }
}

function memberLine({ position, code, score, record }: Position): Line | undefined {
  return record === undefined ? undefined : { position, code, score: Number(score), record };
}

function rowOf({ position, code, score, record }: Position): string | undefined {
  const member = parseRecord(code, record ?? '');
  if (!member) return undefined;
  const { firstName, lastName, phone, inviter = '', joinedAt, consent = '' } = member;
  const texts = [code, firstName, lastName, phone].map(cell);
  const friends = friendsOf(code, Number(score));
  const joined = new Date(joinedAt).toISOString();
  return `${[position, ...texts, friends, inviter, joined, consent].join(',')}\n`;
}

/** As RFC 4180 wants it. */
function cell(text: string): string {
  const guarded = guardFormula(text);
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
