/** A North American number without its country code. */
const PHONE_DIGITS = 10;

/** A spreadsheet may export a phone as 2.0007358E+09, which would parse as another phone. */
const EXPONENT = /\de[-+\d]/i;

/** Up to ten digits; undefined if they can't become a North American number. */
export function nationalDigits(text: string): string | undefined {
  if (EXPONENT.test(text)) return undefined;
  let digits = text.replace(/\D/g, '');
  const hasPlus = /^\D*[+＋]/.test(text);
  // A plus before any digit other than 1 starts another country's number.
  if (hasPlus && !/^1\d/.test(digits)) return undefined;
  // Autofill may add the country code.
  if (hasPlus || digits.length > PHONE_DIGITS) digits = digits.replace(/^1/, '');
  return digits.length > PHONE_DIGITS ? undefined : digits;
}

/** Ten digits, or undefined. Never shortens a number: +44 7911 123456 would become a stranger's. */
export function parsePhone(text: string): string | undefined {
  const digits = nationalDigits(text);
  return digits?.length === PHONE_DIGITS ? digits : undefined;
}

/**
 * Whether these ten digits can be a phone: area and exchange codes start with 2 to 9
 * (https://www.nanpa.com/numbering/numbering-plan-area-codes). A signup accepts any ten digits.
 */
export function isTextablePhone(digits: string): boolean {
  return /^[2-9]\d\d[2-9]\d{6}$/.test(digits);
}

/** (555) 123-4567. Separators come only before a digit, otherwise backspace would get stuck. */
export function formatPhone(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}
