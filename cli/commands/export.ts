import { KEYS } from '../../netlify/queue/keys.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { FIELDS } from '../../src/waitlist/shared/contract.ts';
import { referralLink } from '../../src/waitlist/shared/referral.ts';
import { BadInput } from '../ending.ts';
import { fileToWrite, siteOrigin, writePrivate } from '../files.ts';
import { dashed, figure, membersFigure } from '../format.ts';
import { csvLine, guardFormula } from '../formula-guard.ts';
import { readInOrder } from '../queue-order.ts';
import type { Session } from '../session.ts';
import { textsOf } from '../texts.ts';
import { wholeCopy } from '../whole-copy.ts';
import { countIn } from './admit.ts';

const REST = 'friends,inviter,joined_at,source,consent_at,wave,referral_link';
const TITLES = `position,code,${FIELDS.map((field) => dashed(field, '_'))},${REST}\n`;

export interface ExportOptions {
  top?: number;
  forTexts?: boolean;
  wave?: string;
}

/** Throws BadInput for options that do not go together. */
export async function exportFile(session: Session, path: string, options: ExportOptions = {}) {
  const { top, forTexts, wave } = options;
  const { redis } = session;
  if (wave && !forTexts) throw new BadInput('--wave goes with --for-texts.');
  if (top && forTexts) throw new BadInput('--for-texts takes no --top.');
  if (!/\.csv$/i.test(path)) {
    if (forTexts || top) throw new BadInput('A whole copy takes no options: name a .csv.');
    const file = await fileToWrite(session, path);
    await writePrivate(file, wholeCopy(redis));
    return console.log(`The whole list is in ${file}, with phone numbers and status tokens.`);
  }
  const origin = siteOrigin();
  const texts = forTexts ? await textsOf(redis, origin, wave) : undefined;
  if (wave !== undefined) await countIn(redis, wave);
  const waiting = await redis.zcard(KEYS.queue);
  if (top && top > waiting) throw new BadInput(`The queue ends at position ${figure(waiting)}.`);
  const file = await fileToWrite(session, path);
  let written = 0;
  async function* csv() {
    // A byte order mark, without which Excel takes UTF-8 for something else.
    yield texts?.titles ?? `\uFEFF${TITLES}`;
    for await (const page of readInOrder(redis, top)) {
      const lines = page.flatMap(({ member, position, friends }) => {
        if (!member) return [];
        return texts?.lineOf(member, position) ?? lineOf(member, position, friends, origin);
      });
      written += lines.filter(Boolean).length;
      yield lines.join('');
    }
  }
  await writePrivate(file, csv());
  console.log(`${membersFigure(written)} in ${file}, with phone numbers.`);
  texts?.sayLeftOut();
}

function lineOf(
  member: Member,
  position: number | undefined,
  friends: number | undefined,
  origin: string,
): string {
  const { code, inviter, source, wave } = member;
  const [joinedAt, consentAt] = [member.joinedAt, member.consentAt].map(
    (moment) => moment && new Date(moment).toISOString(),
  );
  const fields = FIELDS.map((field) => guardFormula(member[field]));
  const rest = [joinedAt, source, consentAt, wave, referralLink(origin, code)];
  return csvLine([position, code, ...fields, friends, inviter, ...rest]);
}
