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

interface PhoneField {
  value: string;
  caret: number;
}

/** The field after the browser's own edit, and what led to it. */
export interface PhoneEdit extends PhoneField {
  previous: string;
  /** InputEvent.inputType; empty for autofill. */
  inputType: string;
}

/** The field after an edit: a phone is formatted, with the caret beside the same digit. */
export function editPhone(edit: PhoneEdit): PhoneField {
  const { previous, value, inputType } = edit;
  const digits = ownDigits(value);
  if (digits === undefined) return refuseKey(edit) ?? keepText(edit);
  const isUnchanged = digits === ownDigits(previous);
  if (isUnchanged && inputType.startsWith('delete')) return deleteDigit(edit, digits);
  return format(digits, digitsBeforeCaret(edit, digits));
}

function format(digits: string, before: number): PhoneField {
  const value = formatPhone(digits);
  return { value, caret: caretAfter(value, before) };
}

/** A full field takes no key, as with maxlength. Undefined for any other edit. */
function refuseKey({ previous, value, caret, inputType }: PhoneEdit): PhoneField | undefined {
  if (inputType !== 'insertText' || previous.length !== SHOWN_LENGTH) return undefined;
  const before = caret - (value.length - previous.length);
  const isInsertion = value.slice(0, before) + value.slice(caret) === previous;
  return isInsertion ? { value: previous, caret: before } : undefined;
}

/** What is no phone stays as it was typed, up to the length of one. */
function keepText({ value, caret }: PhoneEdit): PhoneField {
  const text = cut(value);
  const before = countDigits(value.slice(0, caret));
  return { value: text, caret: text === value ? caret : caretAfter(text, before) };
}

/** Only a separator was deleted: the visitor meant the digit beside it. */
function deleteDigit(edit: PhoneEdit, digits: string): PhoneField {
  const before = digitsBeforeCaret(edit, digits);
  const index = edit.inputType.endsWith('Forward') ? before : before - 1;
  if (index < 0) return format(digits, before);
  return format(digits.slice(0, index) + digits.slice(index + 1), index);
}

/** A country code, which the field does not show, counts as none of the digits. */
function digitsBeforeCaret({ value, caret }: PhoneEdit, digits: string): number {
  const before = countDigits(value.slice(0, caret));
  return countDigits(value) > digits.length ? Math.max(0, before - 1) : before;
}

const countDigits = (text: string) => text.replace(/\D/g, '').length;

/** Cuts a text that is no phone, so that what is left is no phone either. */
function cut(text: string): string {
  const ways = [text, text.replace(/[^\d+＋]/g, '')].map((way) => way.slice(0, SHOWN_LENGTH));
  return ways.find((way) => ownDigits(way) === undefined) ?? '';
}

function caretAfter(shown: string, digits: number): number {
  return new RegExp(`^(\\D*\\d){${digits}}`).exec(shown)?.[0].length ?? shown.length;
}
