import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { referralLink } from '../../src/waitlist/shared/referral.ts';
import { BadInput } from '../ending.ts';
import { fileToWrite, writePrivate } from '../files.ts';
import { guardedLine } from '../formula-guard.ts';
import type { Session } from '../main.ts';
import { beginReading, type Position } from '../read-queue.ts';
import { figure, figureOf, peopleFigure } from '../show.ts';
import { siteOrigin, warnOfLocalLinks } from '../site-origin.ts';
import { TEXTS_COLUMNS, textsOf } from '../texts.ts';
import { memberLine, wholeList } from '../whole-list.ts';
import { peopleIn } from './admit.ts';

const COLUMNS =
  'place,code,first_name,last_name,phone,friends,inviter,joined_at,consent,consent_at,token,source,campaign,wave,admitted_at,opted_out,link';

export interface ExportOptions {
  top?: number;
  forTexts?: boolean;
  wave?: string;
}

/** What is written of a position; empty where it is left out. */
type LineOf = (each: Position) => string | Promise<string>;

/**
 * Writes everybody into a file in queue order, then those who were let in: as CSV for people, where
 * `top` means the first in line alone; as CSV for a texting service, with those who agreed, of one
 * `wave` if it is named; or as a whole copy of the list. The file is there whole or not at all. Says
 * who is not in it. Throws BadInput for options that do not go together, for a queue that is shorter,
 * and for a wave that is none.
 */
export async function exportFile(session: Session, path: string, options: ExportOptions = {}) {
  const { top, forTexts, wave } = options;
  const isCsv = /\.csv$/i.test(path);
  if (wave && !forTexts) throw new BadInput('--wave goes with --for-texts.');
  if (top && forTexts) throw new BadInput('--for-texts takes no --top.');
  if (forTexts && !isCsv) throw new BadInput('A file for texts has to end with .csv.');
  if (top && !isCsv) throw new BadInput('A whole copy has no top: name a .csv.');
  // A copy of the list has no links.
  const origin = isCsv ? siteOrigin() : '';
  const texts = forTexts ? textsOf(session.redis, origin, wave) : undefined;
  if (wave !== undefined) await peopleIn(session.redis, wave);
  const file = await fileToWrite(session, path);
  const reading = await beginReading(session.redis);
  if (top && top > reading.positions) {
    throw new BadInput(`The list ends at position ${figure(reading.positions)}.`);
  }
  const rowLine = (each: Position) => rowOf(each, origin);
  const lineOf: LineOf = texts?.lineOf ?? (isCsv ? rowLine : memberLine);
  let [records, written] = [0, 0];

  async function* lines() {
    for await (const all of reading.pages('Writing')) {
      const page = all.filter(({ position = Infinity }) => !top || position <= top);
      const found = (await Promise.all(page.map(lineOf))).filter((line) => line !== '');
      records += page.filter(({ record }) => record !== undefined).length;
      written += found.length;
      yield found;
      if (page.length < all.length) return;
    }
  }
  async function* csv() {
    // With a byte order mark, without which Excel takes UTF-8 for something else.
    yield forTexts ? TEXTS_COLUMNS : `\uFEFF${COLUMNS}\n`;
    for await (const page of lines()) yield page.join('');
  }
  await writePrivate(file, isCsv ? csv() : wholeList(reading, lines()));

  console.log(`${peopleFigure(written)} in ${file}, with phone numbers and private links.`);
  warnOfLocalLinks(origin);
  texts?.sayLeftOut();
  if (top || forTexts) return;
  const left = reading.positions + reading.admitted - written + reading.members - records;
  const what = figureOf(left, 'position or record is', 'positions or records are');
  if (left > 0) console.error(`${what} not in it: npm run waitlist -- verify`);
}

/** Empty where there is no record that can be read. */
function rowOf({ position, code, score, member }: Position, origin: string): string {
  if (!member) return '';
  const { firstName, lastName, phone, inviter, consent, token, source = '' } = member;
  const friends = friendsOf(code, Number(score));
  const times = [member.joinedAt, member.consentAt, member.admittedAt];
  const [joinedAt, consentAt, admittedAt] = times.map(
    (moment) => moment && new Date(moment).toISOString(),
  );
  const [post, campaign] = source.split('/');
  const who = [position, code, firstName, lastName, phone, friends, inviter, joinedAt];
  const rest = [consent, consentAt, token, post, campaign, member.wave, admittedAt];
  return guardedLine([...who, ...rest, member.optedOut, referralLink(origin, code)]);
}
