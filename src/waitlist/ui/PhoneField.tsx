import { type ComponentProps, useEffect, useRef } from 'react';
import { dialedCharacters, formatPhone, nationalDigits, SHOWN_LENGTH } from '../shared/phone.ts';

export function PhoneField(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);
  const previous = useRef('');

  function format(inputType = '') {
    const { current: input } = field;
    if (!input) return;
    const hasFocus = document.activeElement === input;
    // An input method that started before React loaded would insert its text again.
    if (!inputType && hasFocus && input.hasAttribute('data-composing')) return;
    const caret = input.selectionStart ?? input.value.length;
    const edited = editPhone({ previous: previous.current, value: input.value, caret, inputType });
    previous.current = edited.value;
    if (input.value !== edited.value) input.value = edited.value;
    // Setting a selection would move the focus in Safari.
    if (hasFocus) input.setSelectionRange(edited.caret, edited.caret);
  }

  // Formats what was entered before React loaded.
  useEffect(format, []);

  return (
    <input
      {...props}
      ref={field}
      type="tel"
      onInput={({ nativeEvent }) => nativeEvent.isComposing || format(nativeEvent.inputType)}
      onCompositionEnd={() => format('insertText')}
    />
  );
}

/** The field after the browser's edit, and what caused it. */
interface PhoneEdit {
  previous: string;
  value: string;
  caret: number;
  /** InputEvent.inputType; empty for autofill. */
  inputType: string;
}

/** Formats what the field shows after an edit, with the caret next to the same digit. */
export function editPhone({ previous, value, caret, inputType }: PhoneEdit) {
  const digits = nationalDigits(value);
  const added = value.length - previous.length;
  // A full field ignores further keys, as with maxlength.
  const isFull = digits === undefined && previous.length >= SHOWN_LENGTH;
  if (isFull && added > 0 && inputType === 'insertText')
    return { value: previous, caret: caret - added };
  const dialed = dialedCharacters(value);
  // The field shows no country code.
  const hidden = dialed.length - (digits ?? dialed).length;
  const before = Math.max(0, dialedCharacters(value.slice(0, caret)).length - hidden);
  const isUnchanged = digits === nationalDigits(previous);
  // If an edit deleted only a separator, the visitor meant the digit next to it.
  if (digits && isUnchanged && inputType.startsWith('delete')) {
    const index = inputType.endsWith('Forward') ? before : before - 1;
    if (index >= 0) return placeCaret(digits.slice(0, index) + digits.slice(index + 1), index);
  }
  return placeCaret(digits ?? dialed, before);
}

/** Formats the characters, with the caret after the first `before` of them. */
function placeCaret(characters: string, before: number) {
  const value = formatPhone(characters);
  const beforeCaret = new RegExp(`^([^+\\d]*[+\\d]){${before}}`).exec(value)?.[0];
  return { value, caret: beforeCaret?.length ?? value.length };
}
