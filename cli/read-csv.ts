import { pipeline } from 'node:stream/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { BadInput } from './ending.ts';
import { MAX_LINE_CHARACTERS, readText } from './files.ts';
import { unguardFormula } from './formula-guard.ts';
import { shown } from './show.ts';

/** What a column may be called, in small letters and digits alone: "First Name" is firstname. */
const SPELLINGS = {
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'cell', 'cellphone', 'telephone', 'tel'],
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  code: ['code', 'referralcode'],
  inviter: ['inviter', 'invitedby', 'referredby', 'referrer'],
  joinedAt: ['joinedat', 'joined', 'signedupat', 'createdat'],
  consent: ['consent'],
  consentAt: ['consentat'],
  token: ['token'],
  source: ['source', 'utmsource'],
  campaign: ['campaign', 'utmcampaign'],
  wave: ['wave'],
  admittedAt: ['admittedat'],
  optedOut: ['optedout'],
} as const;

/** The column in which we say why a line was refused: nothing of the file itself. */
export const WHY = 'why';

type Column = keyof typeof SPELLINGS;

/** The trimmed text of a column of one row, without its guard; empty where there is none. */
export type Cell = (column: Column) => string;

/**
 * Calls `onRow` for each row after the first, with the number of the line where it begins and the row
 * without its guards. Resolves with the titles of all columns, and of those that we have no use for.
 * Throws BadInput for what is no CSV, without its text.
 */
export async function readCsv(
  file: string,
  onRow: (cell: Cell, line: number, row: string[]) => void,
): Promise<{ titles: string[]; ignored: string[] }> {
  let columns: (Column | undefined)[] = [];
  let titles: string[] = [];
  const isOwn = (_: string, i: number) => titles[i] !== WHY;
  const parser = parse({
    delimiter: await delimiterOf(file),
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    // A quote that is never closed would take the rest of the file.
    max_record_size: MAX_LINE_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const rows = async (source: AsyncIterable<{ record: string[]; info: Info }>) => {
    for await (const { record, info } of source) {
      if (columns.length === 0) {
        columns = columnsOf(record);
        titles = record;
        continue;
      }
      const cell = (column: Column) => unguardFormula(record[columns.indexOf(column)] ?? '').trim();
      const breaks = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0;
      onRow(cell, info.lines - breaks, record.filter(isOwn).map(unguardFormula));
    }
  };
  await pipeline(readText(file), parser, rows).catch((error: unknown) => {
    if (!(error instanceof CsvError)) throw error;
    // Its message may quote the file.
    throw new BadInput(`Line ${error.lines} of the file cannot be read as CSV (${error.code}).`);
  });
  if (columns.length === 0) columnsOf([]);
  const ignored = titles.filter((title, i) => title !== WHY && !columns[i]).map(shown);
  return { titles: titles.filter(isOwn).map(unguardFormula), ignored };
}

/** Commas, semicolons or tabs: whichever the first line has most of. */
async function delimiterOf(file: string): Promise<string> {
  let line = '';
  for await (const start of readText(file)) {
    [line = ''] = start.split(/[\r\n]/);
    break;
  }
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** What the titles in the first line name; undefined for one that means nothing here. */
function columnsOf(titles: string[]): (Column | undefined)[] {
  const names = Object.entries(SPELLINGS) as [Column, readonly string[]][];
  const columns = titles.map((title) => {
    const plain = title.toLowerCase().replace(/[^a-z0-9]/g, '');
    return names.find(([, spellings]) => spellings.includes(plain))?.[0];
  });
  const again = titles.find((_, i) => columns[i] && columns.indexOf(columns[i]) < i);
  if (again) throw new BadInput(`The first line of the file names the ${shown(again)} twice.`);
  const needed: Column[] = ['phone', 'firstName', 'lastName'];
  if (needed.every((column) => columns.includes(column))) return columns;
  throw new BadInput(
    'The first line of the file has to name its columns, with at least phone, first_name and last_name among them.',
  );
}
