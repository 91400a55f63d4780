/** What makes a spreadsheet read a cell as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = '[=+\\-@\\t\\r\\n＝＋－＠]';
/** Where a cell begins: a spreadsheet may split at semicolons, tabs or line ends of its own accord. */
const CELL_START = '(?<=^|[;\\t\\r\\n])';
const UNGUARDED = new RegExp(`${CELL_START}(?='*${FORMULA})`, 'g');
const GUARD = new RegExp(`${CELL_START}'(?='*${FORMULA})`, 'g');

/** The text for a cell of CSV: with an apostrophe before whatever would begin a formula. */
export const guardFormula = (text: string): string => text.replace(UNGUARDED, "'");

/** The text that guardFormula was given. */
export const unguardFormula = (cell: string): string => cell.replace(GUARD, '');

/** The text for a program that takes an apostrophe for a letter: one line, and no formula. */
export const withoutFormula = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, ' ')
    .replace(/(?<=^|;)[\s']*[=+\-@＝＋－＠][\s'=+\-@＝＋－＠]*/g, '')
    .trim();

export type Cell = string | number | undefined;

/** A line of a CSV file that a spreadsheet may open. */
export const guardedLine = (cells: Cell[]): string =>
  csvLine(cells.map((cell) => (typeof cell === 'string' ? guardFormula(cell) : cell)));

/** A line of a CSV file, as RFC 4180 wants it. */
export function csvLine(cells: Cell[]): string {
  const quoted = cells.map((value = '') => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\n`;
}
