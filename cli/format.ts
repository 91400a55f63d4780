import type { Member } from '../netlify/queue/record.ts';
import { formatNumber } from '../src/waitlist/shared/labels.ts';

export { formatNumber };

export const formatCell = (cell: string | number): string =>
  typeof cell === 'number' ? formatNumber(cell) : cell;

export const pluralize = (count: number, one: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`;

export const formatMembers = (count: number): string => pluralize(count, 'member');

/** Characters that steer a terminal or reverse a line. */
export const CONTROL_CHARACTERS =
  /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu;

export const sanitizeForTerminal = (text = ''): string => text.replace(CONTROL_CHARACTERS, '�');

/** firstName as first-name, with the separator -. */
export const splitCamelCase = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (capital) => separator + capital.toLowerCase());

export const fullName = ({ firstName, lastName }: Member): string =>
  sanitizeForTerminal(`${firstName} ${lastName}`);

export const maskedPhone = (phone: string): string => `(•••) •••-${phone.slice(-4)}`;

export const formatTime = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const MAX_RANGES = 20;

/** Ascending numbers as "Line 7" or "Lines 3 to 90, 95 and 97". */
export function lineRanges(lines: number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const line of lines) {
    const range = ranges.at(-1);
    if (range && line <= range[1] + 1) range[1] = line;
    else ranges.push([line, line]);
  }
  const texts = ranges
    .slice(0, MAX_RANGES)
    .map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
  const rest = ranges.slice(MAX_RANGES).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (rest) texts.push(`${formatNumber(rest)} more`);
  const list = new Intl.ListFormat('en-GB').format(texts);
  return `${lines.length > 1 ? 'Lines' : 'Line'} ${list}`;
}

export function printLines(texts: string[], limit = texts.length): void {
  for (const text of texts.slice(0, limit)) console.log(text);
  if (texts.length > limit) console.log(`… and ${formatNumber(texts.length - limit)} more.`);
}

export function printTable(rows: (string | number)[][], limit?: number): void {
  const texts = rows.map((row) => row.map(formatCell));
  const columns = (rows[0] ?? []).map((_, i) => ({
    width: texts.reduce((width, row) => Math.max(width, row[i]?.length ?? 0), 0),
    isNumber: rows.some((row) => typeof row[i] === 'number'),
  }));
  const lines = texts.map((row) => {
    const cells = columns.map(({ width, isNumber }, i) =>
      isNumber ? row[i]?.padStart(width) : row[i]?.padEnd(width),
    );
    return cells.join('  ').trimEnd();
  });
  printLines(lines, limit);
}
