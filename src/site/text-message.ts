import { SegmentedMessage } from 'sms-segments-calculator';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { referralLink } from '../waitlist/shared/referral.ts';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { statusLink } from '../waitlist/shared/status-link.ts';
import type { Rule } from './text-rules.ts';

/** As long as every member's. */
const KEY = { referralCode: 'Xpwq7abcde', statusToken: 'abcdefghij' };
/** Where the site's address is not known, 45 characters are room for most. */
const UNKNOWN_SITE = `https://${'x'.repeat(37)}`;

/** A text message that is longer than one may arrive in parts. `linkOf` gives what fills {link}. */
const mustFitOneMessage = (linkOf: (origin: string) => string): Rule => {
  return (text, values) => {
    const correction = text.replace(/\s*\{link\}\s*/, ' {link} ').trim();
    if (/\S\{link\}|\{link\}[\w/]/.test(text))
      return [{ sentence: 'needs spaces around {link}, or nobody can tap it.', correction }];
    const link = linkOf(readSiteUrl(process.env, UNKNOWN_SITE));
    const message = new SegmentedMessage(fillPlaceholders(text, { ...values, link }));
    const special = [...new Set(message.getNonGsmCharacters())].join(' ');
    const [bits, room] = special ? [16, 70] : [7, 160];
    const length = message.messageSize / bits;
    const over = length - room;
    const size = `a text message has room for ${room} characters, and this one has ${length} with its link`;
    const sentence = special
      ? `with ${special} ${size}. Leave out ${special}, or shorten it by ${over}.`
      : `${size}. Shorten it by ${over}.`;
    return over > 0 ? [{ sentence }] : [];
  };
};

export const mustFitWithReferralLink = mustFitOneMessage((origin) =>
  referralLink(origin, KEY.referralCode),
);
export const mustFitWithStatusLink = mustFitOneMessage((origin) => statusLink(origin, KEY));
