import { INVISIBLE } from './invisible.ts';

/** A North American number without its country code. */
const PHONE_DIGITS = 10;

/** The field shows no more than this, whatever is inserted. */
export const SHOWN_LENGTH = '(555) 123-4567'.length;

/** The digits of any script as 0 to 9, and the plus before them if there's one. */
export function dialedCharacters(text: string): string {
  const ascii = text.replace(/\p{Nd}/gu, asciiDigit);
  const plus = /^\D*[+＋]/.test(ascii) ? '+' : '';
  return plus + ascii.replace(/\D/g, '');
}

/** Unicode keeps the ten digits of each script in order: section 4.6 of its standard. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return `${(code - first) % 10}`;
}

/** Up to ten digits; undefined if they can't become a North American number. */
export function nationalDigits(text: string): string | undefined {
  // Autofill may add the country code. Any other plus starts another country's number.
  const digits = dialedCharacters(text).replace(/^\+1(?=\d)|^1(?=\d{10}$)/, '');
  return !digits.startsWith('+') && digits.length <= PHONE_DIGITS ? digits : undefined;
}

/** Ten digits, or undefined. Never shortens a number: +44 7911 123456 would become a stranger's. */
export function parsePhone(text: string): string | undefined {
  const digits = nationalDigits(text);
  return digits?.length === PHONE_DIGITS ? digits : undefined;
}

/** Takes off what programs add to a phone, and makes one space of what separates its groups. */
function simplifyWritten(text: string): string {
  return (
    text
      // A phone copied from a contact has invisible marks around it.
      .replace(INVISIBLE, '')
      .replace(/\p{Nd}/gu, asciiDigit)
      .trim()
      // So that a spreadsheet takes it for text.
      .replace(/^=?["'’]+|["'’]+$/g, '')
      // Such as whatsapp:, Facebook's p: or what people write.
      .replace(/^[a-z]+:(?! )|^(?:tel|phone|mobile|cell)\.?:? */i, '')
      // A program took it for a number.
      .replace(/(\d{10})\.0$/, '$1')
      .replace(/(\d)[\s\p{Dash}()/.．•·∙‧●・]+/gu, '$1 ')
  );
}

/**
 * Ten digits from a file or a command line, or undefined. Only a visitor means each digit: parsePhone would
 * make phones of 123-4567 x890, 555123456.0 and 2.1255501E+09.
 */
export function parseWrittenPhone(text: string): string | undefined {
  const simple = simplifyWritten(text);
  const isPhone = /^\(?(?:[+＋]?1 ?)?\d{3} ?\d{3} ?\d{4}$/.test(simple);
  return isPhone ? parsePhone(simple) : undefined;
}

/** Whether it's a phone of another country, with its plus: up to 15 digits by E.164. */
export const isForeignPhone = (text: string) =>
  /^\(?[+＋](?!1)(?:\d ?){7,15}$/.test(simplifyWritten(text));

/** +15551234567, for other programs: https://www.twilio.com/docs/glossary/what-e164 */
export const e164 = (digits: string) => `+1${digits}`;

/** (•••) •••-4567 */
export const maskPhone = (digits: string) => `(•••) •••-${digits.slice(-4)}`;

/**
 * Whether these ten digits can be a phone: area and exchange codes start with 2 to 9 and don't end in 11, and
 * NANPA keeps the area codes N9X, 37X, 96X and 555 (https://www.nanpa.com/numbering/numbering-plan-area-codes).
 * A signup accepts any ten digits.
 */
export function isTextablePhone(digits: string): boolean {
  return /^(?!.9|37|96|555)[2-9](?!11)\d\d[2-9](?!11)\d{6}$/.test(digits);
}

/**
 * (555) 123-4567, or the start of what can't become a North American number, which parsePhone then refuses,
 * too. Separators come only before a digit, otherwise backspace would get stuck.
 */
export function formatPhone(text: string): string {
  const digits = nationalDigits(text);
  if (digits === undefined) return dialedCharacters(text).slice(0, SHOWN_LENGTH);
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}
