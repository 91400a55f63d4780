/** A North American number without its country code. */
const PHONE_DIGITS = 10;

/** As long as (555) 123-4567. */
const SHOWN_LENGTH = 14;

/** A number as a spreadsheet may export it: 2.0007358E+09 has ten digits, and is no phone. */
const EXPONENT = /\de[-+\d]/i;

/** Up to ten digits; undefined for what cannot become a North American number. */
function ownDigits(text: string): string | undefined {
  if (EXPONENT.test(text)) return undefined;
  let digits = text.replace(/\D/g, '');
  const hasPlus = /^\D*[+＋]/.test(text);
  // A plus before any digit but 1 begins a number of another country.
  if (hasPlus && !/^1\d/.test(digits)) return undefined;
  // Autofill may put the country code first.
  if (hasPlus || digits.length > PHONE_DIGITS) digits = digits.replace(/^1/, '');
  return digits.length > PHONE_DIGITS ? undefined : digits;
}

/** Ten digits, or undefined. Nothing is cut to ten: +44 7911 123456 would become a stranger's number. */
export function parsePhone(text: string): string | undefined {
  const digits = ownDigits(text);
  return digits?.length === PHONE_DIGITS ? digits : undefined;
}

/**
 * Whether a carrier can give out these ten digits: area and exchange codes begin with 2 to 9
 * (https://www.nanpa.com/numbering/numbering-plan-area-codes). A signup takes any ten, a text does not.
 */
export function isTextablePhone(digits: string): boolean {
  return /^[2-9]\d\d[2-9]\d{6}$/.test(digits);
}

/** (555) 123-4567. A separator comes only before a digit, else backspace would stick. */
export function formatPhone(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

export interface PhoneEdit {
  previous: string;
  /** After the browser's own edit. */
  value: string;
  caret: number;
  /** InputEvent.inputType; empty for autofill. */
  inputType: string;
}

/** Formats a phone, with the caret beside the same digit, and leaves anything else as it was typed. */
export function editPhone(edit: PhoneEdit): { value: string; caret: number } {
  const { previous, value, caret, inputType } = edit;
  const typed = value.replace(/\D/g, '');
  let before = value.slice(0, caret).replace(/\D/g, '').length;
  let digits = ownDigits(value);
  if (digits === undefined) {
    if (isTypedIntoFullField(edit))
      return { value: previous, caret: caret - (value.length - previous.length) };
    const shown = cut(value);
    return { value: shown, caret: shown === value ? caret : caretAfter(shown, before) };
  }
  if (digits.length < typed.length && before > 0) before -= 1;
  if (inputType.startsWith('delete') && digits === ownDigits(previous)) {
    // Only a separator was deleted: the visitor meant the digit beside it.
    const index = inputType.endsWith('Forward') ? before : before - 1;
    if (index >= 0) digits = digits.slice(0, index) + digits.slice(index + 1);
    before = Math.max(0, Math.min(before, index));
  }
  const formatted = formatPhone(digits);
  return { value: formatted, caret: caretAfter(formatted, before) };
}

/** A full field takes no more, as with maxlength. */
function isTypedIntoFullField({ previous, value, caret, inputType }: PhoneEdit): boolean {
  const added = value.length - previous.length;
  const without = value.slice(0, caret - added) + value.slice(caret);
  return inputType === 'insertText' && previous.length === SHOWN_LENGTH && without === previous;
}

/** Cuts a text that is no phone, so that what is left is no phone either. */
function cut(text: string): string {
  const ways = [text, text.replace(/[^\d+＋]/g, '')].map((way) => way.slice(0, SHOWN_LENGTH));
  return ways.find((way) => ownDigits(way) === undefined) ?? '';
}

function caretAfter(shown: string, digits: number): number {
  return new RegExp(`^(\\D*\\d){${digits}}`).exec(shown)?.[0].length ?? shown.length;
}
