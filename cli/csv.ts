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

/**
 * A spreadsheet runs what begins so (https://owasp.org/www-community/attacks/CSV_Injection), and may drop
 * quotes before it or split a cell at semicolons, tabs and line ends.
 */
const CELL_START = '(?<=^|[;\\t\\r\\n])';
const FORMULA_AHEAD = '(?=["\'\\s]*[=+\\-@\\t\\r\\n＝＋－＠])';
const FORMULA = new RegExp(CELL_START + FORMULA_AHEAD, 'g');
const GUARDED_FORMULA = new RegExp(`${CELL_START}'${FORMULA_AHEAD}`, 'g');

/** A quote that is never closed would take the rest of the file. */
const MAX_LINE_CHARACTERS = 64 * 1024;

/** The rows of a CSV file with commas, semicolons or tabs, each with the number of its first line. */
export async function readCsv(file: string): Promise<{ line: number; cells: string[] }[]> {
  const bytes = await readFile(file);
  if (!isUtf8(bytes)) throw new BadInput(`${file} is not in UTF-8: save it again as "CSV UTF-8".`);
  const text = new TextDecoder().decode(bytes);
  const [titles = ''] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string) => titles.split(delimiter).length;
  // csv-parse finds a delimiter by itself only if nothing is quoted.
  const [delimiter = ','] = [',', ';', '\t'].sort((a, b) => count(b) - count(a));
  try {
    const rows = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      max_record_size: MAX_LINE_CHARACTERS,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: Info }[];
    return rows.map(({ record, info }) => {
      const lineBreaks = record.join('').match(/\r\n|\r|\n/g) ?? [];
      return { line: info.lines - lineBreaks.length, cells: record.map(unguardFormula) };
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Its message may quote the file.
    throw new BadInput(`Line ${error.lines} of ${file} cannot be read as CSV (${error.code}).`);
  }
}

/** Which of the titles is one of the names; -1 for none. "First Name" is firstname. */
export function columnOf(titles: string[], names: readonly string[]): number {
  const isNamed = (title: string) => names.includes(title.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const [title, other] = titles.filter(isNamed);
  if (title === undefined) return -1;
  if (other === undefined) return titles.indexOf(title);
  const both = [title, other].map(sanitizeForTerminal).join(' and ');
  throw new BadInput(`The columns ${both} mean the same: remove one of them.`);
}

/**
 * What `parse` finds in the column with one of the names, or without such a column in any cell, by value
 * with its first line; `wrong` are the lines with no value, or several.
 */
export async function readColumn(
  file: string,
  names: readonly string[],
  parse: (cell: string) => string | undefined,
) {
  const rows = await readCsv(file);
  const firstRow = rows[0]?.cells ?? [];
  const column = columnOf(firstRow, names);
  // Titles have no digits, and a code may have none either. A digit without a value is a wrong line.
  const isData = firstRow.some((cell) => parse(cell) || /\d/.test(cell));
  if (column >= 0 || !isData) rows.shift();
  const values = new Map<string, number>();
  const wrong: number[] = [];
  for (const { line, cells } of rows) {
    const candidates = column >= 0 ? [cells[column] ?? ''] : cells;
    const found = new Set(candidates.map(parse).filter((value) => value !== undefined));
    const [value] = found;
    if (!value || found.size > 1) wrong.push(line);
    else if (!values.has(value)) values.set(value, line);
  }
  return { values, wrong };
}

/** The text with an apostrophe before what a spreadsheet would run. */
export const guardFormula = (text: string): string => text.replace(FORMULA, "'");

/** Takes the apostrophe off that guardFormula put there. */
export const unguardFormula = (text: string): string => text.replace(GUARDED_FORMULA, '');

export function csvLine(cells: (string | number | undefined)[]): string {
  const quoted = cells.map((value = '') => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\n`;
}
