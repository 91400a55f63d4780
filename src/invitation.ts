import { measureSms, SMS_SEGMENT } from './gsm7.ts';
import { referralLink } from './waitlist/referral.ts';
import { fill } from './waitlist/words.ts';

/** As long as any referral code. */
const ANY_CODE = 'FFFFFFFabcdefgh';

/**
 * Fails the build when an invitation, with the site's own link in it, takes more than one text
 * message. `invitation` has its names filled in already; `origin` is where the site will live.
 */
export function checkInvitation(invitation: string, origin: string): void {
  const key = 'src/content/signup.md: confirmation.invitation';
  const measure = measureSms(fill(invitation, { link: referralLink(origin, ANY_CODE) }));
  if ('foreign' in measure) {
    throw new Error(`${key} has characters that make a text message shorter: ${measure.foreign}`);
  }
  if (measure.length > SMS_SEGMENT) {
    throw new Error(
      `${key} is ${measure.length} characters with her link; one text message holds ${SMS_SEGMENT}`,
    );
  }
}
