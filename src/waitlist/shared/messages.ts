import type { Refusal } from './contract.ts';

/** Sentences that visitors read when something goes wrong, beside ERRORS in contract.ts. */
export const MESSAGES = {
  registered: 'This phone number is already on the waitlist!',
  limited: 'Too many attempts. Please wait a moment and try again.',
  nothingLost: 'Nothing was lost. Check your connection and press the button once more.',
  noAnswer: 'Failed to join waitlist. Please try again.',
  noStatus: 'Your spot is safe, but we could not reach it. Please try again.',
  noCode: 'The QR code did not come. Your link is above, to copy or to text.',
  noSharePicture: 'Your cover did not come out. Your spot is safe: try it once more in a moment.',
  noFile: 'Your browser keeps the picture to itself. A screenshot of it does as well.',
  unexpected: 'Something went wrong. Please try again.',
  tooSlow:
    'This is taking too long. Your spot is safe to ask for again: press the button once more.',
} as const;

/** What visitors read for a refusal. */
export function shownError({ code, error }: Omit<Refusal, 'success'>): string {
  if (code === 'phone_registered') return MESSAGES.registered;
  return code === 'rate_limited' ? MESSAGES.limited : error;
}
