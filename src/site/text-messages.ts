import { fill } from '../waitlist/shared/fill.ts';
import { referralLink, spotLink } from '../waitlist/shared/referral.ts';
import { measureSms, SMS_SEGMENT } from './gsm7.ts';

/** As long as any referral code. */
const ANY_CODE = 'FFFFFFFabcdefgh';

interface Texts {
  invitation: string;
  reminder: string;
}

/**
 * Fails the build when the text to a friend or the one to herself, with the site's own link in it,
 * takes more than one text message. Names are filled in already; `origin` is where the site will live.
 */
export function checkTexts({ invitation, reminder }: Texts, origin: string): void {
  checkText('invitation', fill(invitation, { link: referralLink(origin, ANY_CODE) }));
  checkText('reminder', fill(reminder, { link: spotLink(origin, ANY_CODE) }));
}

function checkText(name: keyof Texts, text: string): void {
  const key = `src/content/signup.md: confirmation.${name}`;
  const measure = measureSms(text);
  if ('foreign' in measure) {
    throw new Error(`${key} has characters that make a text message shorter: ${measure.foreign}`);
  }
  if (measure.length > SMS_SEGMENT) {
    throw new Error(
      `${key} is ${measure.length} characters with her link; one text message holds ${SMS_SEGMENT}`,
    );
  }
}
