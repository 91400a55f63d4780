import { dialedCharacters, formatPhone, nationalDigits, SHOWN_LENGTH } from '../shared/phone.ts';

/** The field after the browser's edit, and what caused it. */
interface PhoneEdit {
  previous: string;
  value: string;
  caret: number;
  /** InputEvent.inputType; empty for autofill. */
  inputType: string;
}

/** Formats what the field shows after an edit, with the caret next to the same digit. */
export function editPhone(edit: PhoneEdit) {
  const { previous, value, caret, inputType } = edit;
  const digits = nationalDigits(value);
  const refused = digits === undefined && refuseKey(edit);
  if (refused) return refused;
  const dialed = dialedCharacters(value);
  // The field shows no country code.
  const hidden = dialed.length - (digits ?? dialed).length;
  const before = Math.max(0, dialedCharacters(value.slice(0, caret)).length - hidden);
  const isUnchanged = digits === nationalDigits(previous);
  // If an edit deleted only a separator, the visitor meant the digit next to it.
  if (digits && isUnchanged && inputType.startsWith('delete')) {
    const index = inputType.endsWith('Forward') ? before : before - 1;
    if (index >= 0) return format(digits.slice(0, index) + digits.slice(index + 1), index);
  }
  return format(digits ?? dialed, before);
}

/** A full field ignores further keys, as with maxlength. Undefined for any other edit. */
function refuseKey({ previous, value, caret, inputType }: PhoneEdit) {
  if (inputType !== 'insertText' || previous.length < SHOWN_LENGTH) return undefined;
  const before = caret - (value.length - previous.length);
  const isInsertion = value.slice(0, before) + value.slice(caret) === previous;
  return isInsertion ? { value: previous, caret: before } : undefined;
}

/** `before` is how many of the characters come before the caret. */
function format(characters: string, before: number) {
  const value = formatPhone(characters);
  const beforeCaret = new RegExp(`^([^+\\d]*[+\\d]){${before}}`).exec(value)?.[0];
  return { value, caret: beforeCaret?.length ?? value.length };
}
