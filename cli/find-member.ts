import { existsSync } from 'node:fs';
import type { Member } from '../netlify/queue/record.ts';
import { parsePhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { columnOf, EXPONENT, readCsv, TITLES } from './csv.ts';
import { BadInput } from './errors.ts';
import { formatLines, sanitizeForTerminal } from './format.ts';
import { type FullWaitlist, type RankedRecord, readMembers, readValues } from './members.ts';

export type RankedMember = RankedRecord & { member: Member };

/** The code in a referral link (?ref=CODE) or status link (#spot=CODE), or a bare code. */
function parseCode(text: string): string | undefined {
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  return parseReferralCode(linked ?? text.trim());
}

/** The members with these codes, links or phones, in the same order; undefined for one that matches nobody. */
async function lookUp(waitlist: FullWaitlist, inputs: string[]) {
  const phones = inputs.map((input) => (EXPONENT.test(input) ? '' : (parsePhone(input) ?? '')));
  const owners = await readValues(waitlist, 'phones', phones);
  const codes = inputs.map((input, i) => parseCode(input) ?? owners[i] ?? '');
  const ranked = await readMembers(waitlist, codes);
  return ranked.map((each) => (each.record === null ? undefined : requireMember(each)));
}

/** Throws BadInput if the record can't be read. */
export function requireMember(ranked: RankedRecord): RankedMember {
  const { code, member } = ranked;
  if (member) return { ...ranked, member };
  throw new BadInput(`The record of ${sanitizeForTerminal(code)} can't be read: run verify.`);
}

export async function findMember(waitlist: FullWaitlist, input: string) {
  const [found] = await lookUp(waitlist, [input]);
  return found;
}

/** Like findMember, but throws BadInput if nobody matches. */
export async function getMember(waitlist: FullWaitlist, input: string): Promise<RankedMember> {
  const found = await findMember(waitlist, input);
  if (found) return found;
  if (!input.trim()) throw new BadInput('Say who: a phone, a code, a link, or a file of them.');
  if (parseCode(input)) throw new BadInput('Nobody on the list has this code.');
  if (parsePhone(input)) throw new BadInput('Nobody on the list has this phone number.');
  throw new BadInput("That isn't a file, a 10-digit phone number, or a referral code or link.");
}

/**
 * The member with a code, link or phone, or the members in a file of them: in its column titled code or
 * phone, otherwise in the first. Prints the lines that match nobody.
 */
export async function findMembers(waitlist: FullWaitlist, input: string): Promise<RankedMember[]> {
  if (!existsSync(input)) return [await getMember(waitlist, input)];
  const rows = await readCsv(input);
  const titles = rows[0]?.cells ?? [];
  const code = columnOf(titles, ['code']);
  const column = code >= 0 ? code : columnOf(titles, TITLES.phone);
  if (column >= 0) rows.shift();
  const inputs = rows.map(({ cells }) => cells[Math.max(column, 0)] ?? '');
  const found = await lookUp(waitlist, inputs);
  const unknown = rows.filter((_, i) => !found[i]).map(({ line }) => line);
  if (unknown.length) console.log(`${formatLines(unknown)}: nobody on the list.`);
  // A file may list a member twice.
  return [...new Map(found.flatMap((each) => (each ? [[each.code, each]] : []))).values()];
}
