import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { type Column, readHeader } from './csv-header.ts';
import { BadInput } from './failure.ts';
import { unguardFormula } from './formula-guard.ts';

/** A line of people is shorter; a quote that is never closed would take the rest of the file. */
const MAX_ROW_CHARACTERS = 100_000;

type OnRow = (cell: (column: Column) => string, line: number) => void;

/**
 * Calls `onRow` for each row after the first: with a function that gives the trimmed text of a column,
 * empty where there is none, and the number of the line where the row begins. Resolves with the
 * names of columns that we have no use for. Throws BadInput for what is no CSV in UTF-8, without its text.
 */
export async function readCsv(path: string, onRow: OnRow): Promise<string[]> {
  const { delimiter, columns, ignored } = readHeader(await firstLine(path));
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    from: 2,
    info: true,
    max_record_size: MAX_ROW_CHARACTERS,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  await pipeline(decode(path), parser, async (rows) => {
    for await (const { record, info } of rows) {
      const cells = record as string[];
      const cell = (column: Column) => unguardFormula(cells[columns[column] ?? -1] ?? '').trim();
      const breaks = cells.join('').match(/\r\n|\r|\n/g)?.length ?? 0;
      onRow(cell, info.lines - breaks);
    }
  }).catch((error: unknown) => {
    if (!(error instanceof CsvError)) throw error;
    // Its message may quote the file.
    const { lines, code } = error;
    throw new BadInput(`Line ${lines} of the file cannot be read as CSV (${code}).`);
  });
  return ignored;
}

async function firstLine(path: string): Promise<string> {
  let text = '';
  for await (const chunk of decode(path)) {
    text += chunk;
    if (/[\r\n]/.test(text)) break;
  }
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}

/** The text of a file in UTF-8, without its byte order mark. */
async function* decode(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const file = createReadStream(path);
  try {
    for await (const chunk of file) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadInput('The file is not in UTF-8: save it again as "CSV UTF-8".');
  }
}
