import { SegmentedMessage } from 'sms-segments-calculator';
import { fill } from '../waitlist/shared/fill.ts';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import type { Rule } from './line.ts';
import { readNames } from './names.ts';

/** Stands for the site's address where that is not known, as in GitHub's check: 45 characters. */
const ANY_ORIGIN = `https://${'x'.repeat(37)}`;

/** A rule: with its link a text is one text message, since a longer one may arrive in parts. */
export const oneTextMessage =
  (linkOf: (origin: string) => string): Rule =>
  (text) => {
    const apart = text
      .replace(/\s*\{link\}(?!\S)|(?<!\S)\{link\}\s*|\s*\{link\}\s*/, ' {link} ')
      .trim();
    if (!/(?<!\S)\{link\}(?![\w/])/.test(text)) {
      return [{ sentence: 'needs spaces around {link}, or nobody can tap it.', right: apart }];
    }
    const { SITE_URL, URL } = process.env;
    const link = linkOf(SITE_URL || URL ? readSiteUrl(process.env) : ANY_ORIGIN);
    const message = new SegmentedMessage(fill(text, { ...readNames(), link }));
    const [bits, room] = message.encodingName === 'GSM-7' ? [7, 160] : [16, 70];
    const over = message.messageSize / bits - room;
    if (over <= 0) return [];
    const foreign = [...new Set(message.getNonGsmCharacters())].join(' ');
    const because =
      foreign && `has ${foreign}, with which a text message holds ${room} characters, and `;
    const sentence = `${because}is ${over} characters too long for one text message with its link.`;
    const plain = new SegmentedMessage(text, 'auto', true).graphemes.join('');
    return [{ sentence, right: plain === text ? undefined : plain }];
  };
