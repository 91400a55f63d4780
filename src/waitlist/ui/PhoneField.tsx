import { type ComponentProps, useEffect, useRef } from 'react';
import { editPhone } from '../client/edit-phone.ts';

export function PhoneField(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);
  const previous = useRef('');

  function format(inputType = '') {
    const { current: input } = field;
    if (!input) return;
    const caret = input.selectionStart ?? input.value.length;
    const edited = editPhone({ previous: previous.current, value: input.value, caret, inputType });
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
      onInput={({ nativeEvent }) => nativeEvent.isComposing || format(nativeEvent.inputType)}
      onCompositionEnd={() => format('insertText')}
    />
  );
}
