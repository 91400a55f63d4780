/** A North American number without its country code. */
export const PHONE_DIGITS = 10;

/**
 * The digits of a typed, pasted or autofilled number. A leading 1 of more than ten is the country
 * code that autofill puts there, so it goes.
 */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits.length > PHONE_DIGITS ? digits.replace(/^1/, '') : digits;
}

/** Up to ten digits as (555) 123-4567. A separator stands only before a digit that exists, else backspace would stick. */
export function formatPhone(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

export interface PhoneEdit {
  /** The digits before this edit. */
  previous: string;
  /** The field's value after the browser's own edit, and the caret in it. */
  value: string;
  caret: number;
  /** InputEvent.inputType; empty for autofill. */
  inputType: string;
}

/** What the field shows after an edit, with the caret beside the digit it was beside. */
export function editPhone({ previous, value, caret, inputType }: PhoneEdit) {
  const typed = value.replace(/\D/g, '');
  let digits = phoneDigits(value);
  let before = value.slice(0, caret).replace(/\D/g, '').length;
  if (digits.length < typed.length && before > 0) before -= 1;

  if (digits.length > PHONE_DIGITS) {
    // A full field takes no more, as with maxlength; a longer paste keeps its first ten.
    const full = inputType === 'insertText' && previous.length === PHONE_DIGITS;
    if (full) before -= 1;
    digits = full ? previous : digits.slice(0, PHONE_DIGITS);
  } else if (inputType.startsWith('delete') && digits === previous) {
    // Only a separator went: she meant the digit beside it.
    const index = inputType.endsWith('Forward') ? before : before - 1;
    if (index >= 0) digits = digits.slice(0, index) + digits.slice(index + 1);
    before = Math.max(0, Math.min(before, index));
  }
  const formatted = formatPhone(digits);
  return { digits, value: formatted, caret: caretAfter(formatted, before) };
}

function caretAfter(formatted: string, digitCount: number): number {
  if (digitCount <= 0) return 0;
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (/\d/.test(formatted.charAt(index))) seen += 1;
    if (seen === digitCount) return index + 1;
  }
  return formatted.length;
}
