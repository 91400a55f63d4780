import { existsSync } from 'node:fs';
import { formatNumber } from '../src/waitlist/shared/labels.ts';
import { isReferralCode } from '../src/waitlist/shared/links.ts';
import { isForeignPhone, parseWrittenPhone } from '../src/waitlist/shared/phone.ts';
import { type CsvRow, columnOf, readCsv, TITLES } from './csv.ts';
import {
  formatLines,
  formatList,
  fullName,
  maskedPhone,
  pluralize,
  sanitizeForTerminal,
} from './format.ts';
import { type RankedRecord, readMembers, readValues, requireReadable } from './members.ts';
import { BadInput, type Session } from './session.ts';

export const WHO = 'a phone, a referral code, or a referral or status link';

function parseCode(text: string): string | undefined {
  const [, linked] = /(?:[?&]ref=|#spot=)(\w+)/.exec(text) ?? [];
  const code = linked ?? text.trim();
  return isReferralCode(code) ? code : undefined;
}

export const isPhoneCodeOrLink = (text: string) =>
  Boolean(parseCode(text) ?? parseWrittenPhone(text)) || isForeignPhone(text);

async function lookUp(session: Session, texts: string[]) {
  const phones = texts.map((text) => parseWrittenPhone(text) ?? '');
  const owners = await readValues(session, 'phones', phones);
  // A damaged list may have an owner and a record of ''.
  const codes = texts.map((text, i) => parseCode(text) ?? (phones[i] && owners[i]) ?? '');
  const records = await readMembers(session, codes);
  return records.map((ranked) => (ranked.code && ranked.record !== null ? ranked : undefined));
}

async function getRecord(session: Session, text: string, expected = WHO) {
  if (!isPhoneCodeOrLink(text)) throw new BadInput(`That isn't ${expected}.`);
  const [found] = await lookUp(session, [text]);
  if (found) return found;
  throw new BadInput(`No member has this ${parseCode(text) ? 'code' : 'phone number'}.`);
}

export async function getMember(session: Session, input: string) {
  const members = requireReadable([await getRecord(session, input)]);
  return members[0] as (typeof members)[number];
}

/** The records may be unreadable. With `lenient`, lines that can't be read only set the exit code. */
export async function findRecords(session: Session, input: string, { lenient = false } = {}) {
  const isFile = existsSync(input) || (!isPhoneCodeOrLink(input) && /[./\\]/.test(input));
  if (!isFile) {
    const record = await getRecord(session, input, `${WHO}, or a file of them`);
    printRecord(record);
    return { records: [record], fileNote: '' };
  }
  const { lines, fileNote } = readColumn(await readCsv(input), input);
  const readable = lines.filter(({ text }) => isPhoneCodeOrLink(text));
  const unreadable = lines.filter(({ text }) => !isPhoneCodeOrLink(text));
  const texts = readable.map(({ text }) => text);
  const found = await lookUp(session, texts);
  const strangers = readable.filter((_, i) => !found[i]);
  printLines('not on the list', strangers);
  printLines('not a phone, code or link', unreadable);
  if (unreadable.length && !lenient)
    throw new BadInput('Nothing was changed. Correct these lines first.');
  if (unreadable.length) process.exitCode = 1;
  const byCode = new Map(found.flatMap((ranked) => (ranked ? [[ranked.code, ranked]] : [])));
  if (!byCode.size) throw new BadInput(`No members${fileNote}.`);
  const records = [...byCode.values()];
  if (records.length === 1) records.forEach(printRecord);
  return { records, fileNote };
}

function printLines(what: string, lines: { line: number }[]): void {
  const count = pluralize(lines.length, 'line');
  if (lines.length) console.log(`${count} ${what}: ${formatLines(lines)}.`);
}

function printRecord({ code, member, position }: RankedRecord): void {
  const who = member ? `${fullName(member)}, ${maskedPhone(member.phone)}` : 'Unreadable record';
  const admitted = member?.wave ? `admitted in ${member.wave}` : 'not in the queue';
  const where = position ? `position ${formatNumber(position)}` : admitted;
  console.log(`${who}, code ${code}, ${where}.\n`);
}

/** A cell that nobody can take for a phone, whatever its shape, or for a code. */
export const isTitle = (cell = '') => !isPhoneCodeOrLink(cell) && !/\d(?:\D*\d){2}/.test(cell);

function readColumn(rows: CsvRow[], file: string) {
  const titles = rows[0]?.cells ?? [];
  const indexes = rows.flatMap(({ cells }) => [...cells.keys()].filter((i) => cells[i]));
  const filled = [...new Set(indexes)];
  const column = chooseColumn(rows, filled, file);
  const lines = rows.map(({ line, cells }) => ({ line, text: cells[column] ?? '' }));
  const title = isTitle(titles[column]) ? titles[column] : '';
  if (title) lines.shift();
  const others = filled.filter((i) => i !== column).map((i) => titles[i] || i + 1);
  const ignoring = others.length ? `, ignoring ${formatList(others)}` : '';
  const fileNote = ` in ${title ? `column ${title} of ` : ''}${file}${ignoring}`;
  return { lines: lines.filter(({ text }) => text), fileNote: sanitizeForTerminal(fileNote) };
}

function chooseColumn(rows: CsvRow[], filled: number[], file: string): number {
  const titles = rows[0]?.cells ?? [];
  const code = columnOf(titles, 'code');
  if (rows.some(({ cells }) => parseCode(cells[code] ?? ''))) return code;
  const phone = columnOf(titles, TITLES.phone);
  if (phone >= 0) return phone;
  if (filled.length < 2) return filled[0] ?? 0;
  const has = titles.every(isTitle) ? `the columns ${titles.join(', ')}` : 'several columns';
  const rule = 'Keep the one with the phones, codes or links, or title it phone or code.';
  throw new BadInput(sanitizeForTerminal(`${file} has ${has}. ${rule}`));
}
