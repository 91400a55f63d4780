/** What makes a spreadsheet read a cell as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = '[=+\\-@\\t\\r\\n＝＋－＠]';
const FORMULA_START = new RegExp(`^'*${FORMULA}`);
const GUARDED_START = new RegExp(`^''*${FORMULA}`);

/** The text for a cell of CSV: with an apostrophe before what would be a formula. */
export function guardFormula(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** The text that guardFormula was given. */
export function unguardFormula(cell: string): string {
  return GUARDED_START.test(cell) ? cell.slice(1) : cell;
}
