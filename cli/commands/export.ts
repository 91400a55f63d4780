import { friendsOf } from '../../netlify/queue/referral-code.ts';
import { referralLink } from '../../src/waitlist/shared/referral.ts';
import { BadInput } from '../ending.ts';
import { fileToWrite, writePrivate } from '../files.ts';
import { csvLine, guardFormula } from '../formula-guard.ts';
import type { Options, Session } from '../main.ts';
import { beginReading, type Position } from '../read-queue.ts';
import { figure, figureOf, peopleFigure } from '../show.ts';
import { siteOrigin, warnOfLocalLinks } from '../site-origin.ts';
import { memberLine, wholeList } from '../whole-list.ts';

const COLUMNS =
  'place,code,first_name,last_name,phone,friends,inviter,joined_at,consent,consent_at,token,source,campaign,wave,admitted_at,opted_out,link';

/**
 * Writes everybody into a file in queue order, then those who were let in: as CSV for people, where
 * `top` means the first in line alone, or as a whole copy of the list. The file is there whole or not at
 * all. Says where a position or a record is not in it. Throws BadInput where the queue is shorter.
 */
export async function exportFile({ redis }: Session, path: string, { top, yes }: Options) {
  const isCsv = /\.csv$/i.test(path);
  if (top && !isCsv) throw new BadInput('A whole copy has no top: name a .csv.');
  // A copy of the list has no links.
  const origin = isCsv ? siteOrigin() : '';
  const file = await fileToWrite(path, yes);
  const reading = await beginReading(redis);
  if (top && top > reading.positions) {
    throw new BadInput(`The list ends at position ${figure(reading.positions)}.`);
  }
  let [records, written] = [0, 0];

  async function* lines() {
    for await (const all of reading.pages('Writing')) {
      const page = all.filter(({ position = Infinity }) => !top || position <= top);
      const found = page
        .map((each) => (isCsv ? rowOf(each, origin) : memberLine(each)))
        .filter((line) => line !== '');
      records += page.filter(({ record }) => record !== undefined).length;
      written += found.length;
      yield found;
      if (page.length < all.length) return;
    }
  }
  async function* csv() {
    // With a byte order mark, without which Excel takes UTF-8 for something else.
    yield `\uFEFF${COLUMNS}\n`;
    for await (const page of lines()) yield page.join('');
  }
  await writePrivate(file, isCsv ? csv() : wholeList(reading, lines()));

  console.log(`${peopleFigure(written)} in ${file}, with their phone numbers.`);
  warnOfLocalLinks(origin);
  if (top) return;
  const left = reading.positions + reading.admitted - written + reading.members - records;
  const what = figureOf(left, 'position or record is', 'positions or records are');
  if (left > 0) console.error(`${what} not in it: npm run waitlist -- verify`);
}

/** Empty where there is no record that can be read. */
function rowOf({ position, code, score, member }: Position, origin: string): string {
  if (!member) return '';
  const { firstName, lastName, phone, inviter = '', consent = '', token = '' } = member;
  const { source = '', wave, optedOut } = member;
  const [post, campaign] = source.split('/');
  const texts = [code, firstName, lastName, phone].map(guardFormula);
  const friends = friendsOf(code, Number(score));
  const times = [member.joinedAt, member.consentAt, member.admittedAt].map((moment) =>
    moment === undefined ? '' : new Date(moment).toISOString(),
  );
  const [joinedAt, consentAt, admittedAt] = times;
  const rest = [friends, inviter, joinedAt, consent, consentAt, token];
  rest.push(post, campaign, wave, admittedAt, optedOut, referralLink(origin, code));
  return csvLine([position, ...texts, ...rest]);
}
