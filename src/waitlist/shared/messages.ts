import type { Refusal } from './contract.ts';

/**
 * What visitors read when something goes wrong, beside ERRORS in contract.ts and src/content. For two codes
 * our user gave the function's answer one sentence and the page another.
 */
export const MESSAGES = {
  registered: 'This phone number is already on the waitlist!',
  limited: 'Too many attempts. Please wait a moment and try again.',
  noAnswer: 'Failed to join waitlist. Please try again.',
  unexpected: 'Something went wrong. Please try again.',
} as const;

/** What visitors read for a refusal. */
export function messageFor({ code, error }: Omit<Refusal, 'success'>): string {
  if (code === 'phone_registered') return MESSAGES.registered;
  return code === 'rate_limited' ? MESSAGES.limited : error;
}
