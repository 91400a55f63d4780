import { existsSync } from 'node:fs';
import { parseWrittenPhone } from '../src/waitlist/shared/phone.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { type CsvRow, columnOf, readCsv, TITLES } from './csv.ts';
import { formatLines, sanitizeForTerminal } from './format.ts';
import { type RankedMember, type RankedRecord, readMembers, readValues } from './members.ts';
import { BadInput, type FullWaitlist } from './session.ts';

/** The code in a referral link (?ref=CODE) or status link (#spot=CODE), or a bare code. */
function parseCode(text: string): string | undefined {
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  return parseReferralCode(linked ?? text.trim());
}

const isReadable = (text = '') => Boolean(parseCode(text) ?? parseWrittenPhone(text));

/** The records with these codes, links or phones, by what they were found with. */
async function lookUp(waitlist: FullWaitlist, inputs: string[]) {
  const readable = [...new Set(inputs)].filter(isReadable);
  const phones = readable.map((input) => parseWrittenPhone(input) ?? '');
  const owners = await readValues(waitlist, 'phones', phones);
  const codes = readable.map((input, i) => parseCode(input) ?? owners[i] ?? '');
  const found = new Map<string, RankedRecord>();
  for (const [i, ranked] of (await readMembers(waitlist, codes)).entries()) {
    if (ranked.record !== null) found.set(readable[i] ?? '', ranked);
  }
  return found;
}

/** Throws BadInput if the record can't be read. */
export function requireMember(ranked: RankedRecord): RankedMember {
  const { code, member } = ranked;
  if (member) return { ...ranked, member };
  throw new BadInput(`The record of ${sanitizeForTerminal(code)} can't be read: run verify.`);
}

export async function findMember(waitlist: FullWaitlist, input: string) {
  const found = (await lookUp(waitlist, [input])).get(input);
  return found && requireMember(found);
}

/** Like findMember, but throws BadInput if no member matches. */
export async function getMember(waitlist: FullWaitlist, input: string): Promise<RankedMember> {
  const found = await findMember(waitlist, input);
  if (found) return found;
  if (!input.trim()) throw new BadInput('Specify a phone, code or link, or a file of them.');
  if (parseCode(input)) throw new BadInput('No member has this code.');
  if (parseWrittenPhone(input)) throw new BadInput('No member has this phone number.');
  throw new BadInput("That isn't a file, a 10-digit phone number, or a referral code or link.");
}

/**
 * The member with a code, link or phone, or the members in a file of them; `from` names its column. Prints the
 * lines of strangers. Throws BadInput if a line isn't a code, link or phone, or if none is a member's.
 */
export async function findMembers(waitlist: FullWaitlist, input: string) {
  if (!existsSync(input)) return { members: [await getMember(waitlist, input)], from: '' };
  const rows = await readCsv(input);
  const titled = findTitledColumn(rows);
  const inputs = rows.flatMap(({ cells }) =>
    titled === undefined ? cells : (cells[titled] ?? ''),
  );
  const found = await lookUp(waitlist, inputs);
  const column = titled ?? findFullestColumn(rows, found);
  const lines = rows.map(({ line, cells }) => ({ line, text: cells[column] ?? '' }));
  const title = isReadable(lines[0]?.text) ? undefined : lines.shift()?.text;
  const from = ` in column ${sanitizeForTerminal(title) || column + 1} of ${input}`;
  const unreadable = lines.filter(({ text }) => !isReadable(text));
  if (unreadable.length) {
    throw new BadInput(`${formatLines(unreadable)}${from}: not a phone, code or link.`);
  }
  const members = lines.flatMap(({ text }) => found.get(text) ?? []);
  if (!members.length) throw new BadInput(`No members${from}.`);
  const strangers = lines.filter(({ text }) => !found.has(text));
  if (strangers.length) console.log(`${formatLines(strangers)}: not on the list.`);
  // A file may list a member twice.
  const byCode = new Map(members.map((each) => [each.code, requireMember(each)]));
  return { members: [...byCode.values()], from };
}

/** The column titled code or phone, if each of its cells is one. */
function findTitledColumn(rows: CsvRow[]): number | undefined {
  const [titles = [], ...others] = rows.map(({ cells }) => cells);
  const holds = (column: number, parse: (cell: string) => string | undefined) =>
    column >= 0 && others.every((cells) => parse(cells[column] ?? ''));
  const [code, phone] = [columnOf(titles, ['code']), columnOf(titles, TITLES.phone)];
  if (holds(code, parseCode)) return code;
  return holds(phone, parseWrittenPhone) ? phone : undefined;
}

/** The column with the most members. */
function findFullestColumn(rows: CsvRow[], found: Map<string, RankedRecord>): number {
  let [best, most] = [0, 0];
  for (const column of rows[0]?.cells.keys() ?? []) {
    const codes = new Set(rows.map(({ cells }) => found.get(cells[column] ?? '')?.code));
    codes.delete(undefined);
    if (codes.size > most) [best, most] = [column, codes.size];
  }
  return best;
}
