import { SegmentedMessage } from 'sms-segments-calculator';
import { fill } from '../waitlist/shared/labels.ts';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { readNames } from './content-file.ts';
import type { Rule } from './text-rules.ts';

/** A text message that is longer than one may arrive in parts. `linkOf` gives what fills {link}. */
export const isOneMessage = (linkOf: (origin: string) => string): Rule => {
  return (text) => {
    const correction = text.replace(/\s*\{link\}\s*/, ' {link} ').trim();
    const isApart = !/\S\{link\}|\{link\}[\w/]/.test(text);
    if (!isApart)
      return { sentence: 'needs spaces around {link}, or nobody can tap it.', correction };
    // Where the site's address is not known, 45 characters are room for most.
    const URL = process.env.URL || `https://${'x'.repeat(37)}`;
    const link = linkOf(readSiteUrl({ ...process.env, URL }));
    const message = new SegmentedMessage(fill(text, { ...readNames(), link }));
    const special = [...new Set(message.getNonGsmCharacters())].join(' ');
    const [bits, room] = special ? [16, 70] : [7, 160];
    const length = message.messageSize / bits;
    const over = length - room;
    if (over <= 0) return undefined;
    const size = `a text message has room for ${room} characters, and this one has ${length} with its link`;
    return {
      sentence: special
        ? `with ${special} ${size}. Leave out ${special}, or shorten it by ${over}.`
        : `${size}. Shorten it by ${over}.`,
    };
  };
};
