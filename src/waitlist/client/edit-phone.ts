import { dialedCharacters, formatPhone, nationalDigits, SHOWN_LENGTH } from '../shared/phone.ts';

interface PhoneField {
  value: string;
  caret: number;
}

/** The field after the browser's edit, and what caused it. */
interface PhoneEdit extends PhoneField {
  previous: string;
  /** InputEvent.inputType; empty for autofill. */
  inputType: string;
}

/** Formats what the field shows after an edit, with the caret next to the same digit. */
export function editPhone(edit: PhoneEdit): PhoneField {
  const { previous, value, caret, inputType } = edit;
  const digits = nationalDigits(value);
  if (digits === undefined) {
    const before = dialedCharacters(value.slice(0, caret)).length;
    return refuseKey(edit) ?? { value: formatPhone(value), caret: Math.min(before, SHOWN_LENGTH) };
  }
  const isUnchanged = digits === nationalDigits(previous);
  if (isUnchanged && inputType.startsWith('delete')) return deleteDigit(edit, digits);
  return format(digits, digitsBeforeCaret(edit, digits));
}

function format(digits: string, before: number): PhoneField {
  const value = formatPhone(digits);
  return { value, caret: caretAfter(value, before) };
}

/** A full field ignores further keys, as with maxlength. Undefined for any other edit. */
function refuseKey({ previous, value, caret, inputType }: PhoneEdit): PhoneField | undefined {
  if (inputType !== 'insertText' || previous.length < SHOWN_LENGTH) return undefined;
  const before = caret - (value.length - previous.length);
  const isInsertion = value.slice(0, before) + value.slice(caret) === previous;
  return isInsertion ? { value: previous, caret: before } : undefined;
}

/** If an edit deleted only a separator, the visitor meant the digit next to it. */
function deleteDigit(edit: PhoneEdit, digits: string): PhoneField {
  const before = digitsBeforeCaret(edit, digits);
  const index = edit.inputType.endsWith('Forward') ? before : before - 1;
  if (index < 0) return format(digits, before);
  return format(digits.slice(0, index) + digits.slice(index + 1), index);
}

/** Doesn't count a country code, which the field won't show. */
function digitsBeforeCaret({ value, caret }: PhoneEdit, digits: string): number {
  const before = countDigits(value.slice(0, caret));
  return countDigits(value) > digits.length ? Math.max(0, before - 1) : before;
}

const countDigits = (text: string) => text.replace(/\D/g, '').length;

function caretAfter(shown: string, digits: number): number {
  return new RegExp(`^(\\D*\\d){${digits}}`).exec(shown)?.[0].length ?? shown.length;
}
