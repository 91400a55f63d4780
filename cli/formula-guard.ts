/** What makes a spreadsheet read a cell as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = '[=+\\-@\\t\\r\\n＝＋－＠]';
/** Where a cell begins: a spreadsheet may split at semicolons, tabs or line ends, and drop quotes. */
const UNGUARDED = new RegExp(`(?<=^|[;\\t\\r\\n])(?=["'\\s]*${FORMULA})`, 'g');

/** The text for a cell of CSV: with an apostrophe before whatever would begin a formula. */
export const guardFormula = (text = ''): string => text.replace(UNGUARDED, "'");

/** A line of a CSV file, as RFC 4180 wants it. */
export function csvLine(cells: (string | number | undefined)[]): string {
  const quoted = cells.map((value = '') => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\n`;
}
