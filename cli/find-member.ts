import { existsSync } from 'node:fs';
import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import type { Member } from '../netlify/queue/record.ts';
import { parsePhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { BadInput } from './ending.ts';
import { fileToRead } from './files.ts';
import { lineRanges, printable } from './format.ts';
import { pagesOf, readMembers, type Standing } from './members.ts';
import { readColumn } from './read-csv.ts';

export type Found = Standing & { member: Member };

/** The member with a phone, in any spelling, or with a code, alone or in a link. */
export async function findMember(redis: Redis, phoneOrCode: string): Promise<Found> {
  const typed = codeIn(phoneOrCode);
  const phone = parsePhone(phoneOrCode);
  if (!typed && !phone) {
    throw new BadInput('That is neither a 10-digit phone number nor a referral code or link.');
  }
  const code = typed ?? (await redis.hget<string>(KEYS.phones, phone ?? ''));
  const [standing] = code ? await readMembers(redis, [code]) : [];
  if (!standing?.record) {
    throw new BadInput(`Nobody on the list has this ${typed ? 'code' : 'phone number'}.`);
  }
  return readable(standing);
}

/** Throws BadInput for a record that cannot be read. */
export function readable(standing: Standing): Found {
  const { code, member } = standing;
  if (member) return { ...standing, member };
  throw new BadInput(
    `The record of ${printable(code)} cannot be read: npm run waitlist -- verify says more.`,
  );
}

/** The code in a text, which is one or a link with one (…?ref=CODE, #spot=CODE). */
export function codeIn(text: string): string | undefined {
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  return parseReferralCode(linked ?? text.trim());
}

export const isExact = (typed: string) => Boolean(codeIn(typed) || parsePhone(typed));

/** The member who was typed, or those of a file with a code or link a line or in a column titled code. */
export async function findTyped(redis: Redis, typed: string): Promise<Found[]> {
  const file = fileToRead(typed);
  if (isExact(typed) || !existsSync(file)) return [await findMember(redis, typed)];
  const { values, wrong } = await readColumn(file, ['code', 'referralcode'], codeIn);
  if (wrong.length) console.log(`${lineRanges(wrong)}: no referral code, or several.`);
  const found: Found[] = [];
  for (const page of pagesOf([...values.keys()])) {
    for (const standing of await readMembers(redis, page)) {
      const { code, record } = standing;
      if (record !== null) found.push(readable(standing));
      else console.log(`Line ${values.get(code)}: nobody has the code ${code}.`);
    }
  }
  if (!found.length) throw new BadInput(`${file} has no referral code of a member.`);
  if (wrong.length || found.length < values.size) process.exitCode = 2;
  return found;
}
