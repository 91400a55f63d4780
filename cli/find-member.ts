import { existsSync } from 'node:fs';
import type { Member } from '../netlify/queue/record.ts';
import { parsePhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { readColumn, TITLES } from './csv.ts';
import { BadInput } from './exit-codes.ts';
import { findFile } from './files.ts';
import { formatLines, sanitizeForTerminal } from './format.ts';
import { type FullWaitlist, type RankedRecord, readMembers, readValues } from './members.ts';

export type RankedMember = RankedRecord & { member: Member };

const KINDS = {
  code: { name: 'referral code', titles: ['code', 'referralcode'], parse: parseCode },
  phone: { name: '10-digit phone number', titles: TITLES.phone, parse: parsePhone },
};

/** The code in a referral link (?ref=CODE) or status link (#spot=CODE), or a bare code. */
function parseCode(text: string): string | undefined {
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  return parseReferralCode(linked ?? text.trim());
}

/**
 * The member with a code, link or phone; undefined if there is none. Throws BadInput if the record can't be
 * read.
 */
export async function findMember(
  waitlist: FullWaitlist,
  input: string,
): Promise<RankedMember | undefined> {
  const [owner] = await readValues(waitlist, 'phones', [parsePhone(input) ?? '']);
  const code = parseCode(input) ?? owner;
  const [ranked] = code ? await readMembers(waitlist, [code]) : [];
  return ranked?.record ? requireMember(ranked) : undefined;
}

/** Like findMember, but throws BadInput if nothing matches. */
export async function getMember(waitlist: FullWaitlist, input: string): Promise<RankedMember> {
  const found = await findMember(waitlist, input);
  if (found) return found;
  if (!input.trim()) throw new BadInput('<who> is empty: see --help.');
  if (parseCode(input)) throw new BadInput('Nobody on the list has this code.');
  if (parsePhone(input)) throw new BadInput('Nobody on the list has this phone number.');
  throw new BadInput("That isn't a file, a 10-digit phone number, or a referral code or link.");
}

/** Throws BadInput if the record can't be read. */
export function requireMember(ranked: RankedRecord): RankedMember {
  const { code, member } = ranked;
  if (member) return { ...ranked, member };
  throw new BadInput(`The record of ${sanitizeForTerminal(code)} can't be read: run verify.`);
}

/**
 * The member with a code, link or phone, or the members listed in a file by code or phone. Prints the lines
 * without one and sets the exit code to 2; `unknown` has the lines of those who aren't on the list.
 */
export async function findMembers(
  waitlist: FullWaitlist,
  input: string,
  kind: keyof typeof KINDS = 'code',
): Promise<{ found: RankedMember[]; unknown: number[] }> {
  const file = findFile(input);
  if (!existsSync(file)) return { found: [await getMember(waitlist, input)], unknown: [] };
  const { name, titles, parse } = KINDS[kind];
  const { values, wrong } = await readColumn(file, titles, parse);
  if (!values.size) throw new BadInput(`${file} has no ${name}.`);
  if (wrong.length) {
    console.log(`${formatLines(wrong)}: no ${name}, or several.`);
    process.exitCode = 2;
  }
  const keys = [...values.keys()];
  const codes = kind === 'code' ? keys : await readValues(waitlist, 'phones', keys);
  const ranked = await readMembers(
    waitlist,
    codes.map((code) => code ?? ''),
  );
  const unknown = [...values.values()].filter((_, i) => !ranked[i]?.record);
  return { found: ranked.filter(({ record }) => record).map(requireMember), unknown };
}
