import { formatPhone, nationalDigits } from '../shared/phone.ts';

/** As long as (555) 123-4567. */
const SHOWN_LENGTH = 14;

interface PhoneField {
  value: string;
  caret: number;
}

/** The field after the browser's own edit, and what led to it. */
interface PhoneEdit extends PhoneField {
  previous: string;
  /** InputEvent.inputType; empty for autofill. */
  inputType: string;
}

/** The field after an edit: a phone is formatted, with the caret beside the same digit. */
export function editPhone(edit: PhoneEdit): PhoneField {
  const { previous, value, inputType } = edit;
  const digits = nationalDigits(value);
  if (digits === undefined) return refuseKey(edit) ?? keepText(edit);
  const isUnchanged = digits === nationalDigits(previous);
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
  return ways.find((way) => nationalDigits(way) === undefined) ?? '';
}

function caretAfter(shown: string, digits: number): number {
  return new RegExp(`^(\\D*\\d){${digits}}`).exec(shown)?.[0].length ?? shown.length;
}
