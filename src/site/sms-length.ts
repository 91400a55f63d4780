import { fill, type WaitlistWords } from '../waitlist/shared/fill.ts';
import { referralLink } from '../waitlist/shared/referral.ts';
import { spotLink } from '../waitlist/shared/way-back.ts';

/** The GSM 7-bit alphabet of 3GPP TS 23.038, and its extension, whose characters count twice. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

/** What one text message holds; a longer text goes out in parts, and may arrive in them. */
const SMS_SEGMENT = 160;

/** As long as any. */
const ANY = { referralCode: 'FFFFFFFabcdefgh', statusToken: 'abcdefghij' };

type Texts = Pick<WaitlistWords['confirmation'], 'invitation' | 'reminder'>;

/**
 * Fails the build when the text to a friend or the one to herself, with the site's own link in it,
 * takes more than one text message. Names are filled in already; `origin` is where the site will live.
 */
export function checkTexts({ invitation, reminder }: Texts, origin: string): void {
  checkText('invitation', fill(invitation, { link: referralLink(origin, ANY.referralCode) }));
  checkText('reminder', fill(reminder, { link: spotLink(origin, ANY) }));
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

/** How many of a text message's 160 characters a text takes, or which of its characters it cannot hold. */
export function measureSms(text: string): { length: number } | { foreign: string } {
  const foreign = [...text].filter((it) => !(BASIC + EXTENSION).includes(it));
  if (foreign.length) return { foreign: [...new Set(foreign)].join(' ') };
  const twice = [...text].filter((it) => EXTENSION.includes(it)).length;
  return { length: text.length + twice };
}
