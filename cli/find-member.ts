import { existsSync } from 'node:fs';
import type { Member } from '../netlify/queue/record.ts';
import { parsePhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { readColumn, TITLES } from './csv.ts';
import { BadInput } from './exit-codes.ts';
import { fileToRead } from './files.ts';
import { lineRanges, sanitizeForTerminal } from './format.ts';
import { type FullWaitlist, type RankedRecord, readMembers, readValues } from './members.ts';

/** A record that can be read. */
export type RankedMember = RankedRecord & { member: Member };

const KINDS = {
  code: { name: 'referral code', titles: ['code', 'referralcode'], parse: codeIn },
  phone: { name: '10-digit phone number', titles: TITLES.phone, parse: parsePhone },
};

/** The record of a phone in any spelling, or of a code, alone or in a link; undefined if nobody has it. */
export async function findRecord(
  waitlist: FullWaitlist,
  input: string,
): Promise<RankedRecord | undefined> {
  const { redis, keys } = waitlist;
  const phone = parsePhone(input);
  const code = codeIn(input) ?? (phone && (await redis.hget<string>(keys.phones, phone)));
  const [ranked] = code ? await readMembers(waitlist, [code]) : [];
  return ranked?.record ? ranked : undefined;
}

/** As findRecord; throws BadInput if nobody has it, or it is neither. */
export async function findMember(waitlist: FullWaitlist, input: string): Promise<RankedMember> {
  const ranked = await findRecord(waitlist, input);
  if (ranked) return requireMember(ranked);
  if (codeIn(input)) throw new BadInput('Nobody on the list has this code.');
  if (parsePhone(input)) throw new BadInput('Nobody on the list has this phone number.');
  throw new BadInput('That is no file, no 10-digit phone number and no referral code or link.');
}

export function requireMember(ranked: RankedRecord): RankedMember {
  const { code, member } = ranked;
  if (member) return { ...ranked, member };
  const which = sanitizeForTerminal(code);
  throw new BadInput(`The record of ${which} cannot be read: verify says more.`);
}

/** The code in a text that is one, or a link with one: …?ref=CODE, #spot=CODE. */
export function codeIn(text: string): string | undefined {
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  return parseReferralCode(linked ?? text.trim());
}

/**
 * The member with a phone or code, or those of a file of codes, or of phones; `unknown` are the lines of
 * the file with a code or phone that nobody has. Lines without one are printed, and make the exit code 2.
 */
export async function findMembers(
  waitlist: FullWaitlist,
  input: string,
  kind: keyof typeof KINDS = 'code',
): Promise<{ found: RankedMember[]; unknown: number[] }> {
  const file = fileToRead(input);
  if (!existsSync(file)) return { found: [await findMember(waitlist, input)], unknown: [] };
  const { name, titles, parse } = KINDS[kind];
  const { values, wrong } = await readColumn(file, titles, parse);
  if (!values.size) throw new BadInput(`${file} has no ${name}.`);
  const keys = [...values.keys()];
  const owners = kind === 'code' ? keys : await readValues(waitlist, 'phones', keys);
  const codes = owners.map((code) => code ?? '');
  const records = await readMembers(waitlist, codes);
  const unknown = [...values.values()].filter((_, i) => !records[i]?.record);
  if (wrong.length) {
    console.log(`${lineRanges(wrong)}: no ${name}, or several.`);
    process.exitCode = 2;
  }
  return { found: records.filter(({ record }) => record).map(requireMember), unknown };
}
