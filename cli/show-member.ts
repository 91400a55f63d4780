import type { Member } from '../netlify/queue/record.ts';

/** A phone of 10 digits as the lab sees it on a screen: (•••) •••-4567. */
export function maskedPhone(phone: string): string {
  return `(•••) •••-${phone.slice(-4)}`;
}

/**
 * Both names as one line. Characters that would steer the terminal, or turn the line around after
 * her name, show as �: a name may hold anything that could be typed.
 */
export function fullName({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu,
    '�',
  );
}
