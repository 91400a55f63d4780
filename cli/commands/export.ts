import { parseRecord } from '../../netlify/queue/record.ts';
import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { fileToWrite, writePrivate } from '../files.ts';
import { guardFormula } from '../formula-guard.ts';
import type { Options, Session } from '../main.ts';
import { beginReading, type Position } from '../read-queue.ts';
import { figureOf, peopleFigure } from '../show.ts';
import { memberLine, wholeList } from '../whole-list.ts';

const COLUMNS =
  'place,code,first_name,last_name,phone,friends,inviter,joined_at,consent,consent_at,token,source,campaign,wave,admitted_at,opted_out';

/**
 * Writes everybody into a file in queue order, then those who were let in: as CSV for people, or as a whole copy of the list. The
 * file is there whole or not at all. Says where a position or a record is not in it.
 */
export async function exportFile({ redis }: Session, path: string, { yes }: Options) {
  const file = await fileToWrite(path, yes);
  const isCsv = /\.csv$/i.test(file);
  const reading = await beginReading(redis);
  let [records, written] = [0, 0];

  async function* lines() {
    for await (const page of reading.pages('Writing')) {
      const found = page.map(isCsv ? rowOf : memberLine).filter((line) => line !== '');
      records += page.filter(({ record }) => record !== undefined).length;
      written += found.length;
      yield found;
    }
  }
  async function* csv() {
    // With a byte order mark, without which Excel takes UTF-8 for something else.
    yield `\uFEFF${COLUMNS}\n`;
    for await (const page of lines()) yield page.join('');
  }
  await writePrivate(file, isCsv ? csv() : wholeList(reading, lines()));

  console.log(`${peopleFigure(written)} in ${file}, with their phone numbers.`);
  const left = reading.positions + reading.admitted - written + reading.members - records;
  const what = figureOf(left, 'position or record is', 'positions or records are');
  if (left > 0) console.error(`${what} not in it: npm run waitlist -- verify`);
}

/** Empty where there is no record that can be read. */
function rowOf({ position, code, score, record }: Position): string {
  const member = parseRecord(code, record ?? '');
  if (!member) return '';
  const { firstName, lastName, phone, inviter = '', consent = '', token = '' } = member;
  const { source = '', wave, optedOut } = member;
  const [post, campaign] = source.split('/');
  const texts = [code, firstName, lastName, phone].map(cell);
  const friends = friendsOf(code, Number(score));
  const times = [member.joinedAt, member.consentAt, member.admittedAt].map((moment) =>
    moment === undefined ? '' : new Date(moment).toISOString(),
  );
  const [joinedAt, consentAt, admittedAt] = times;
  const rest = [friends, inviter, joinedAt, consent, consentAt, token];
  rest.push(post, campaign, wave, admittedAt, optedOut);
  return `${[position, ...texts, ...rest].join(',')}\n`;
}

/** As RFC 4180 wants it. */
function cell(text: string): string {
  const guarded = guardFormula(text);
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
