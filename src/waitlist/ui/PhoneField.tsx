import { type ComponentProps, type InputEvent, useEffect, useRef } from 'react';
import { editPhone } from '../client/edit-phone.ts';

function formatField(input: HTMLInputElement) {
  const caret = input.selectionStart ?? input.value.length;
  const edited = editPhone({ value: input.value, caret });
  if (input.value === edited.value) return;
  input.value = edited.value;
  // Setting a selection would move the focus in Safari.
  if (document.activeElement === input) input.setSelectionRange(edited.caret, edited.caret);
}

export function PhoneField(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);

  // Formats what was entered before React loaded.
  useEffect(() => {
    if (field.current) formatField(field.current);
  }, []);

  function onInput({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) {
    if (!nativeEvent.isComposing) formatField(currentTarget);
  }

  return (
    <input
      {...props}
      ref={field}
      type="tel"
      onInput={onInput}
      onCompositionEnd={({ currentTarget }) => formatField(currentTarget)}
    />
  );
}
