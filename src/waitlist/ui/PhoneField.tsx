import { type ComponentProps, useEffect, useRef } from 'react';
import { dialedCharacters, formatPhone, nationalDigits, SHOWN_LENGTH } from '../shared/phone.ts';

export function PhoneField(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);
  const previous = useRef('');

  function format(event: Partial<InputEvent> = {}) {
    const { current: input } = field;
    if (!input) return;
    const edited = editPhone(previous.current, input, event);
    previous.current = edited.value;
    if (input.value !== edited.value) input.value = edited.value;
    // Setting a selection would move the focus in Safari.
    if (document.activeElement === input) input.setSelectionRange(edited.caret, edited.caret);
  }

  // Formats what was entered before React loaded.
  useEffect(format, []);

  return (
    <input
      {...props}
      ref={field}
      type="tel"
      onInput={({ nativeEvent }) => nativeEvent.isComposing || format(nativeEvent)}
      onCompositionEnd={({ data }) => format({ inputType: 'insertText', data })}
    />
  );
}

/** Formats what the field shows after the browser's edit, with the caret next to the same digit. Autofill has no event. */
export function editPhone(
  previous: string,
  { value, selectionStart }: Pick<HTMLInputElement, 'value' | 'selectionStart'>,
  { inputType = '', data }: Partial<InputEvent>,
) {
  const caret = selectionStart ?? value.length;
  const typed = data ?? '';
  const dialed = dialedCharacters(value);
  const dialedBefore = dialedCharacters(value.slice(0, caret)).length;

  const digits = nationalDigits(value);
  if (digits === undefined) {
    // A full field ignores keys, as with maxlength. A text that replaces a selection isn't such a key, so it counts.
    const hasOnlyGrown = typed !== '' && value.length === previous.length + typed.length;
    if (hasOnlyGrown && inputType === 'insertText' && previous.length >= SHOWN_LENGTH)
      return { value: previous, caret: caret - typed.length };
    return placeCaret(dialed, dialedBefore);
  }

  // The field doesn't show the country code, which comes before the digits.
  const digitsBefore = Math.max(0, dialedBefore - (dialed.length - digits.length));
  const isSameNumber = digits !== '' && digits === nationalDigits(previous);
  if (isSameNumber && inputType.startsWith('delete')) {
    // Only a separator is gone, but the visitor meant the digit next to it.
    const index = inputType.endsWith('Forward') ? digitsBefore : digitsBefore - 1;
    if (index >= 0) return placeCaret(digits.slice(0, index) + digits.slice(index + 1), index);
  }
  return placeCaret(digits, digitsBefore);
}

/** Formats the characters, with the caret after the first `before` of them. */
function placeCaret(characters: string, before: number) {
  const value = formatPhone(characters);
  const beforeCaret = new RegExp(`^([^+\\d]*[+\\d]){${before}}`).exec(value)?.[0];
  return { value, caret: beforeCaret?.length ?? value.length };
}
