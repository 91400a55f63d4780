import { type ComponentProps, type InputEvent, type RefObject, useEffect, useRef } from 'react';
import { editPhone } from '../client/edit-phone.ts';

function formatField(input: HTMLInputElement, previous: RefObject<string>, inputType: string) {
  const caret = input.selectionStart ?? input.value.length;
  const edited = editPhone({ previous: previous.current, value: input.value, caret, inputType });
  previous.current = edited.value;
  if (input.value !== edited.value) input.value = edited.value;
  // Setting a selection would move the focus in Safari.
  if (document.activeElement === input) input.setSelectionRange(edited.caret, edited.caret);
}

export function PhoneField(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);
  const previous = useRef('');

  // Formats what was entered before React loaded.
  useEffect(() => {
    if (field.current) formatField(field.current, previous, '');
  }, []);

  function onInput({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) {
    if (!nativeEvent.isComposing) formatField(currentTarget, previous, nativeEvent.inputType ?? '');
  }

  return (
    <input
      {...props}
      ref={field}
      type="tel"
      onInput={onInput}
      onCompositionEnd={({ currentTarget }) => formatField(currentTarget, previous, 'insertText')}
    />
  );
}
