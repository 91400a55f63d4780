import { SegmentedMessage } from 'sms-segments-calculator';
import { fill } from '../waitlist/shared/fill.ts';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { readNames } from './front-matter.ts';

/** A text that is longer than one text message may arrive in parts. */
export function* messageProblems(text: string, linkOf: (origin: string) => string) {
  const correction = text.replace(/\s*\{link\}\s*/, ' {link} ').trim();
  const isApart = !/\S\{link\}|\{link\}[\w/]/.test(text);
  if (!isApart) yield { sentence: 'needs spaces around {link}, or nobody can tap it.', correction };
  // Where the site's address is not known, 45 characters are room for most.
  const origin = readSiteUrl({
    ...process.env,
    URL: process.env.URL || `https://${'x'.repeat(37)}`,
  });
  const message = new SegmentedMessage(fill(text, { ...readNames(), link: linkOf(origin) }));
  const letters = [...new Set(message.getNonGsmCharacters())].join(' ');
  const [bits, room] = letters ? [16, 70] : [7, 160];
  const over = message.messageSize / bits - room;
  const because =
    letters && `has ${letters}, with which a text message holds ${room} characters, and `;
  const sentence = `${because}is ${over} characters too long for one text message with its link.`;
  const plain = new SegmentedMessage(text, 'auto', true).graphemes.join('');
  if (over > 0) yield { sentence, correction: plain === text ? undefined : plain };
}
