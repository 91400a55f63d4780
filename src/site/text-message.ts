import { SegmentedMessage } from 'sms-segments-calculator';
import { fill } from '../waitlist/shared/fill.ts';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { readNames } from './content-file.ts';
import type { Problem } from './text-rules.ts';

/** A text that is longer than one text message may arrive in parts. */
export function messageProblem(text: string, linkOf: (origin: string) => string): Problem {
  const correction = text.replace(/\s*\{link\}\s*/, ' {link} ').trim();
  const isApart = !/\S\{link\}|\{link\}[\w/]/.test(text);
  if (!isApart)
    return { sentence: 'needs spaces around {link}, or nobody can tap it.', correction };
  // Where the site's address is not known, 45 characters are room for most.
  const origin = readSiteUrl({
    ...process.env,
    URL: process.env.URL || `https://${'x'.repeat(37)}`,
  });
  const message = new SegmentedMessage(fill(text, { ...readNames(), link: linkOf(origin) }));
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
}
