import { type ComponentProps, type InputEvent, type RefObject, useEffect, useRef } from 'react';
import { editPhone } from '../shared/phone.ts';

function format(input: HTMLInputElement, shown: RefObject<string>, inputType: string) {
  const caret = input.selectionStart ?? input.value.length;
  const edited = editPhone({ previous: shown.current, value: input.value, caret, inputType });
  shown.current = edited.value;
  if (input.value !== edited.value) input.value = edited.value;
  // Setting a selection would move the focus in Safari.
  if (document.activeElement === input) input.setSelectionRange(edited.caret, edited.caret);
}

export function PhoneField(props: ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef('');

  // What was typed before this script arrived.
  useEffect(() => {
    if (field.current) format(field.current, shown, '');
  }, []);

  function onInput({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) {
    if (!nativeEvent.isComposing) format(currentTarget, shown, nativeEvent.inputType ?? '');
  }

  return (
    <input
      {...props}
      ref={field}
      type="tel"
      onInput={onInput}
      onCompositionEnd={({ currentTarget }) => format(currentTarget, shown, 'insertText')}
    />
  );
}
