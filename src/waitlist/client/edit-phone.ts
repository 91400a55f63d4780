import { formatPhone, nationalDigits } from '../shared/phone.ts';

interface PhoneField {
  value: string;
  caret: number;
}

/** Formats a phone after an edit, with the caret next to the same digit. Other text stays. */
export function editPhone({ value, caret }: PhoneField): PhoneField {
  const digits = nationalDigits(value);
  if (digits === undefined) return { value, caret };
  const formatted = formatPhone(digits);
  // Doesn't count a country code, which the field won't show.
  const countryCode = countDigits(value) - digits.length;
  const before = Math.max(0, countDigits(value.slice(0, caret)) - countryCode);
  return { value: formatted, caret: caretAfter(formatted, before) };
}

const countDigits = (text: string) => text.replace(/\D/g, '').length;

function caretAfter(shown: string, digits: number): number {
  return new RegExp(`^(\\D*\\d){${digits}}`).exec(shown)?.[0].length ?? shown.length;
}
