import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CsvError, type Info } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { Field } from '../src/waitlist/shared/contract.ts';
import { sanitizeForTerminal, splitCamelCase } from './format.ts';
import { BadInput } from './session.ts';

/** The titles by which a column is recognized, in lowercase letters: docs/list.md. */
export const TITLES = {
  phone:
    'phone phonenumber mobile mobilephone mobilenumber cell cellphone cellnumber telephone tel',
  firstName: 'firstname first givenname forename fname',
  lastName: 'lastname last surname familyname lname',
  joinedAt:
    'joinedat joined signedupat signupdate optintime appliedat submitdate submittedat dateadded timestamp',
  /** For lines without joinedAt, as Mailchimp's without a double opt-in are. */
  createdAt: 'createdat created createdtime profilecreatedon confirmtime',
  source: 'source utmsource',
  campaign: 'campaign utmcampaign',
  referredBy: 'referredby',
  consentText: 'consenttext',
  consentAt: 'consentat',
} satisfies Record<Field, string> & Record<string, string>;

export type Column = keyof typeof TITLES;
export const titleOf = (column: Column) => splitCamelCase(column, '_');

/**
 * A spreadsheet runs cells that start like this (https://owasp.org/www-community/attacks/CSV_Injection). It
 * may also drop quotes before it, and split a cell at semicolons, tabs and line breaks.
 */
const CELL_START = '(?<=^|[;\\t\\r\\n])';
// \s without \t\r\n, at which a cell starts, so that a long run of them isn't read once for each.
const FORMULA_AHEAD = '(?=(?:["\']|[^\\S\\t\\r\\n])*[=+\\-@\\t\\r\\n＝＋－＠])';
const FORMULA = new RegExp(CELL_START + FORMULA_AHEAD, 'g');
const GUARDED_FORMULA = new RegExp(`${CELL_START}'${FORMULA_AHEAD}`, 'g');

export type CsvRow = { line: number; cells: string[] };

export async function readCsv(file: string): Promise<CsvRow[]> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new BadInput(`There's no file ${file}.`);
  if (found.isDirectory()) throw new BadInput(`${file} is a folder.`);
  const bytes = await readFile(file);
  // UTF-16 can be valid UTF-8, with a NUL in each letter.
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new BadInput(`${file} isn't UTF-8: save it again as "CSV UTF-8".`);
  const text = new TextDecoder().decode(bytes);
  const [titles = ''] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string) => titles.split(delimiter).length;
  // csv-parse only detects a delimiter if nothing is quoted.
  const [delimiter = ','] = [',', ';', '\t'].sort((a, b) => count(b) - count(a));
  try {
    const rows = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      cast: (cell) => cell.replace(GUARDED_FORMULA, ''),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: Info }[];
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Its message may quote the file.
    throw new BadInput(`Line ${error.lines} of ${file} isn't CSV (${error.code}).`);
  }
}

const simplify = (title: string) => title.toLowerCase().replace(/[^a-z0-9]/g, '');

export const namesUtc = (title: string) => simplify(title).endsWith('utc');

/** The index of the title that matches one of the names, or -1. "First Name" matches firstname. */
export function columnOf(titles: string[], names: string): number {
  const isOurs = (title: string) => names.split(' ').includes(simplify(title).replace(/utc$/, ''));
  const found = titles.filter(isOurs);
  if (found.length < 2) return titles.findIndex(isOurs);
  const all = sanitizeForTerminal(found.join(' and '));
  throw new BadInput(`The columns ${all} mean the same thing: keep only one of them.`);
}

export const guardFormula = (text: string): string => text.replace(FORMULA, "'");

export function csvLine(cells: (string | number | undefined)[]): string {
  const quoted = cells.map((value = '') => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\n`;
}
