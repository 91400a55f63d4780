import { existsSync } from 'node:fs';
import { formatNumber } from '../src/waitlist/shared/labels.ts';
import { parseWrittenPhone } from '../src/waitlist/shared/phone.ts';
import { isReferralCode } from '../src/waitlist/shared/referral.ts';
import { type CsvRow, columnOf, readCsv, TITLES } from './csv.ts';
import { formatList, fullName, maskedPhone, pluralize, sanitizeForTerminal } from './format.ts';
import { type RankedMember, type RankedRecord, readMembers, readValues } from './members.ts';
import { BadInput, type FullWaitlist } from './session.ts';

export const WHO = 'a phone, a referral code, or a referral or status link';

/** The code in a referral link (?ref=CODE) or status link (#spot=CODE), or a bare code. */
function parseCode(text: string): string | undefined {
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  const code = linked ?? text.trim();
  return isReferralCode(code) ? code : undefined;
}

/** Whether it's a code, link or phone. */
export const isWho = (text: string) => Boolean(parseCode(text) ?? parseWrittenPhone(text));

/** The records with these codes, links or phones, by what they were found with. */
async function lookUp(waitlist: FullWaitlist, inputs: string[]) {
  const readable = [...new Set(inputs)].filter(isWho);
  const phones = readable.map((input) => parseWrittenPhone(input) ?? '');
  const owners = await readValues(waitlist, 'phones', phones);
  const codes = readable.map((input, i) => parseCode(input) ?? owners[i] ?? '');
  const found = new Map<string, RankedRecord>();
  for (const [i, ranked] of (await readMembers(waitlist, codes)).entries()) {
    if (ranked.record !== null) found.set(readable[i] ?? '', ranked);
  }
  return found;
}

/** The record of a code, link or phone. Throws BadInput if no member matches. */
async function getRecord(waitlist: FullWaitlist, input: string, expected = WHO) {
  const found = (await lookUp(waitlist, [input])).get(input);
  if (found) return found;
  if (!isWho(input)) throw new BadInput(`That isn't ${expected}.`);
  throw new BadInput(`No member has this ${parseCode(input) ? 'code' : 'phone number'}.`);
}

/** Those whose record can be read; names the others. Throws BadInput if none can. */
export function leaveOutUnreadable(records: RankedRecord[]): RankedMember[] {
  const members = records.flatMap(({ member, ...rest }) => (member ? { ...rest, member } : []));
  const codes = records.filter(({ member }) => !member).map(({ code }) => code);
  if (!codes.length) return members;
  const what = sanitizeForTerminal(`Unreadable, so left out: ${formatList(codes)}. Run verify.`);
  if (!members.length) throw new BadInput(what);
  console.log(what);
  return members;
}

/** Throws BadInput if no member matches, or the record can't be read. */
export async function getMember(waitlist: FullWaitlist, input: string): Promise<RankedMember> {
  const [member] = leaveOutUnreadable([await getRecord(waitlist, input)]);
  return member as RankedMember;
}

/**
 * The records of a code, link or phone, or of a file of them, which may be unreadable. Prints a member who is the
 * only one, and the lines of strangers. `inFile` ends a question about a file: it names the column, and those it ignores. Throws BadInput if
 * nobody is a member.
 */
export async function findRecords(waitlist: FullWaitlist, input: string) {
  if (!existsSync(input)) {
    const record = await getRecord(waitlist, input, `${WHO}, or a file of them`);
    printRecord(record);
    return { records: [record], inFile: '' };
  }
  const { lines, inFile } = readColumn(await readCsv(input), input);
  const texts = lines.map(({ text }) => text);
  const found = await lookUp(waitlist, texts);
  if (!found.size) throw new BadInput(`No members${inFile}.`);
  const strangers = lines.filter(({ text }) => !found.has(text)).map(({ line }) => line);
  const count = pluralize(strangers.length, 'line');
  if (strangers.length) console.log(`${count} not on the list: ${formatList(strangers)}.`);
  // A file may list a member twice.
  const records = [...new Map(found.values().map((each) => [each.code, each])).values()];
  if (records.length === 1) records.forEach(printRecord);
  return { records, inFile };
}

function printRecord({ code, member, position }: RankedRecord): void {
  const who = member ? `${fullName(member)}, ${maskedPhone(member.phone)}` : 'Unreadable record';
  const admitted = member?.wave ? `admitted in ${member.wave}` : 'not in the queue';
  const where = position ? `position ${formatNumber(position)}` : admitted;
  console.log(`${who}, code ${code}, ${where}.\n`);
}

/** A cell that nobody can take for a phone, whatever its shape, or for a code. */
const isTitle = (cell = '') => !isWho(cell) && !/\d(?:\D*\d){2}/.test(cell);

/** The lines of the column with codes, links or phones. Throws BadInput if several may be it. */
function readColumn(rows: CsvRow[], file: string) {
  const titles = rows[0]?.cells ?? [];
  const indexes = rows.flatMap(({ cells }) => [...cells.keys()].filter((i) => cells[i]));
  const filled = [...new Set(indexes)];
  const code = columnOf(titles, ['code']);
  const hasCodes = rows.some(({ cells }) => parseCode(cells[code] ?? ''));
  const titled = hasCodes ? code : columnOf(titles, TITLES.phone);
  const column = titled < 0 && filled.length === 1 ? (filled[0] ?? 0) : titled;
  if (column < 0 && filled.length) {
    const has = titles.every(isTitle) ? `the columns ${titles.join(', ')}` : 'several columns';
    const rule = 'Keep the one with the phones, codes or links, or title it phone or code.';
    throw new BadInput(sanitizeForTerminal(`${file} has ${has}. ${rule}`));
  }
  const lines = rows.map(({ line, cells }) => ({ line, text: cells[column] ?? '' }));
  const title = isTitle(titles[column]) && lines.shift()?.text;
  const ignored = filled.filter((i) => i !== column).map((i) => titles[i] || i + 1);
  const others = ignored.length ? `, ignoring ${formatList(ignored)}` : '';
  const inFile = ` in ${title ? `column ${title} of ` : ''}${file}${others}`;
  return { lines, inFile: sanitizeForTerminal(inFile) };
}
