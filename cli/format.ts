import type { Member } from '../netlify/queue/record.ts';
import { INVISIBLE } from '../src/waitlist/shared/invisible.ts';
import { formatNumber } from '../src/waitlist/shared/labels.ts';
import { isTextablePhone, maskPhone } from '../src/waitlist/shared/phone.ts';

export const pluralize = (count: number, one: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`;

export const formatMembers = (count: number): string => pluralize(count, 'member');

export const EMPTY = 'The list is empty.';

export const sanitizeForTerminal = (text = ''): string =>
  text.replace(/[\t\n]/g, ' ').replace(INVISIBLE, '�');

export const printJson = (value: unknown) => console.log(JSON.stringify(value, null, 2));

export const splitCamelCase = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (capital) => separator + capital.toLowerCase());

export const fullName = ({ firstName, lastName }: Member): string =>
  sanitizeForTerminal(`${firstName} ${lastName}`);

export const maskedPhone = (phone: string): string =>
  maskPhone(phone) + (isTextablePhone(phone) ? '' : ' invalid');

/** All of them where they can be kept. A terminal shows the first. */
export function formatLines(lines: { line: number }[]): string {
  const numbers = lines.map(({ line }) => line);
  if (!process.stdout.isTTY || numbers.length <= 20) return numbers.join(', ');
  return `${formatList(numbers)} (add > lines.txt to see all)`;
}

export function formatList(items: (string | number)[], most = 20): string {
  const shown = items.slice(0, most).join(', ');
  const more = items.length - most;
  return more > 0 ? `${shown} and ${formatNumber(more)} more` : shown;
}

type Cell = string | number;
export type Row = Record<string, Cell>;

export function printParts(value: Record<string, Cell | Row[] | null>): void {
  const parts = Object.entries(value);
  const fields = parts.filter((part): part is [string, Cell] => !Array.isArray(part[1]));
  printAligned(fields.map(([name, cell]) => [splitCamelCase(name, ' '), cell ?? 'none']));
  for (const [name, rows] of parts) {
    if (!Array.isArray(rows) || !rows.length) continue;
    console.log(`\n${splitCamelCase(name, ' ')}:`);
    printTable(rows);
  }
}

export const printTable = (rows: Row[]) =>
  printAligned([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]);

/** Aligns numbers and their titles right. Names have to come last, since a terminal shows some characters wider. */
function printAligned(rows: Cell[][]): void {
  const columns = (rows[0] ?? []).map((_, i) => {
    const cells = rows.map((row) => row[i] ?? '');
    const texts = cells.map((cell) =>
      typeof cell === 'number' ? formatNumber(cell) : sanitizeForTerminal(cell),
    );
    const width = texts.reduce((most, { length }) => Math.max(most, length), 0);
    const areNumbers = cells.slice(1).every((cell) => typeof cell === 'number');
    return texts.map((text) => (areNumbers ? text.padStart(width) : text.padEnd(width)));
  });
  const lines = rows.map((_, i) => columns.map((texts) => texts[i]).join('  '));
  for (const line of lines) console.log(line.trimEnd());
}
