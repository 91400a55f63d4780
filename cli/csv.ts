import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { CsvError, type Info } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { Field } from '../src/waitlist/shared/contract.ts';
import { BadInput } from './exit-codes.ts';
import { sanitizeForTerminal } from './format.ts';

/** What the columns of a list of members may be called. */
export const TITLES = {
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'cell', 'cellphone'],
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  joinedAt: ['joinedat', 'joined', 'signedupat', 'createdat'],
  source: ['source', 'utmsource'],
  campaign: ['campaign', 'utmcampaign'],
} satisfies Record<Field, string[]> & Record<string, string[]>;

/** What makes a spreadsheet read a cell as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = '[=+\\-@\\t\\r\\n＝＋－＠]';
/** Where a cell begins: a spreadsheet may split at semicolons, tabs or line ends, and drop quotes. */
const UNGUARDED = new RegExp(`(?<=^|[;\\t\\r\\n])(?=["'\\s]*${FORMULA})`, 'g');

/** A quote that is never closed would take the rest of the file. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** The rows of a CSV file with commas, semicolons or tabs, each with the number of its first line. */
export async function readCsv(file: string): Promise<{ line: number; cells: string[] }[]> {
  const bytes = await readFile(file);
  if (!isUtf8(bytes)) throw new BadInput(`${file} is not in UTF-8: save it again as "CSV UTF-8".`);
  const text = new TextDecoder().decode(bytes);
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  try {
    const rows = parse(text, {
      // csv-parse finds a delimiter by itself only where nothing is quoted.
      delimiter: [',', ';', '\t'].reduce((a, b) => (count(b) > count(a) ? b : a)),
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      max_record_size: MAX_LINE_CHARACTERS,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: Info }[];
    return rows.map(({ record, info }) => {
      const breaks = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0;
      return { line: info.lines - breaks, cells: record };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Its message may quote the file.
    throw new BadInput(`Line ${error.lines} of ${file} cannot be read as CSV (${error.code}).`);
  }
}

/** Which cell has one of some titles; -1 for none. "First Name" is firstname. */
export function columnOf(titles: string[], names: readonly string[]): number {
  const isNamed = (title: string) => names.includes(title.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const [first, again] = [titles.findIndex(isNamed), titles.findLastIndex(isNamed)];
  if (again === first) return first;
  const [one, other] = [titles[first] ?? '', titles[again] ?? ''].map(sanitizeForTerminal);
  throw new BadInput(`The columns ${one} and ${other} mean the same: remove one of them.`);
}

/** The values of a titled column, else of the one cell in a row that `parse` takes, with their lines. */
export async function readColumn(
  file: string,
  names: readonly string[],
  parse: (cell: string) => string | undefined,
) {
  const rows = await readCsv(file);
  const first = rows[0]?.cells ?? [];
  const named = columnOf(first, names);
  // A referral code may have no digit, so a row of titles is one of which nothing can be read.
  const isTitles = named >= 0 || (!first.some(parse) && !/\d/.test(first.join('')));
  const column = isTitles ? named : -1;
  if (isTitles) rows.shift();
  const values = new Map<string, number>();
  const wrong: number[] = [];
  for (const { line, cells } of rows) {
    const among = column < 0 ? cells : cells.slice(column, column + 1);
    const [value, ...others] = new Set(among.map(parse).filter((value) => value !== undefined));
    if (!value || others.length) wrong.push(line);
    else if (!values.has(value)) values.set(value, line);
  }
  return { values, wrong };
}

/** The text with an apostrophe before what a spreadsheet would run. */
export const guardFormula = (text = ''): string => text.replace(UNGUARDED, "'");

export function csvLine(cells: (string | number | undefined)[]): string {
  const quoted = cells.map((value = '') => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\n`;
}
