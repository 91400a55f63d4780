import { type InputEvent, type RefObject, useEffect, useRef } from 'react';
import { editPhone, phoneDigits } from '../shared/phone.ts';

/** Shows an edit as a phone number. `digits` holds the field's digits from one edit to the next. */
function format(input: HTMLInputElement, digits: RefObject<string>, inputType: string) {
  const caret = input.selectionStart ?? input.value.length;
  const edited = editPhone({ previous: digits.current, value: input.value, caret, inputType });
  digits.current = edited.digits;
  if (input.value !== edited.value) input.value = edited.value;
  // Setting a selection would move the focus in Safari.
  if (document.activeElement === input) input.setSelectionRange(edited.caret, edited.caret);
}

/** A phone number that formats itself as it is typed; the caret stays beside its digit. */
export function PhoneField({ label, typed }: { label: string; typed?: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  const digits = useRef('');

  // What was typed before this script arrived.
  useEffect(() => {
    if (!field.current) return;
    digits.current = phoneDigits(field.current.value);
    format(field.current, digits, '');
  }, []);

  function onInput({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) {
    if (!nativeEvent.isComposing) format(currentTarget, digits, nativeEvent.inputType ?? '');
  }

  return (
    <label>
      {label}
      <input
        ref={field}
        name="phone"
        type="tel"
        autoComplete="tel-national"
        enterKeyHint="go"
        defaultValue={typed}
        onInput={onInput}
        onCompositionEnd={({ currentTarget }) => format(currentTarget, digits, '')}
        required
      />
    </label>
  );
}
