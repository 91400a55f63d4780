import { fill } from '../../waitlist/shared/fill.ts';
import { referralLink } from '../../waitlist/shared/referral.ts';
import { statusLink } from '../../waitlist/shared/status-link.ts';
import type { Mistake } from './mistake.ts';
import type { Markdown } from './read-markdown.ts';
import { writeText } from './written-text.ts';

/** The GSM 7-bit alphabet of 3GPP TS 23.038, and its extension, whose characters count twice. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

/** What one text message holds; a longer text goes out in parts, and may arrive in them. */
const SMS_SEGMENT = 160;

/** As long as any. */
const ANY = { referralCode: 'FFFFFFFabcdefgh', statusToken: 'abcdefghij' };

/**
 * Why the text to a friend or the one to herself would not be one text message, with the site's own
 * link in it. `names` fill the blanks of `signup`; `origin` is where the site will live.
 */
export function smsMistakes(
  { file, data, lines }: Markdown,
  names: Record<string, string>,
  origin: string,
): Mistake[] {
  const links = {
    invitation: referralLink(origin, ANY.referralCode),
    reminder: statusLink(origin, ANY),
  };
  return Object.entries(links).flatMap(([name, link]) => {
    const key = `confirmation.${name}`;
    const text = Object(data.confirmation)[name];
    if (typeof text !== 'string') return [];
    const sentences = [
      foreignLetters(name, text, names),
      tooLong(text, { ...names, link }),
      gluedLink(name, text),
    ];
    return sentences.flatMap((sentence) =>
      sentence ? [{ file, line: lines.get(key), key, sentence }] : [],
    );
  });
}

function foreignLetters(name: string, text: string, names: Record<string, string>) {
  const all = measureSms(fill(text, names));
  if (!('foreign' in all)) return undefined;
  const foreignNames = Object.entries(names).filter(
    ([blank, value]) => text.includes(`{${blank}}`) && 'foreign' in measureSms(value),
  );
  const because = foreignNames.map(([, value]) => `the name "${value}" `).join('and ');
  const spelt = Object.fromEntries(foreignNames.map(([blank, value]) => [blank, plain(value)]));
  const right = `  ${name}: ${writeText(plain(fill(text, spelt)))}`;
  return Object.values(spelt).every((value) => value.trim())
    ? `${because}has ${all.foreign}, which no text message can hold. Write: ${right}`
    : `${because}has ${all.foreign}, which no text message can hold. Write the name here in Latin letters.`;
}

function tooLong(text: string, values: Record<string, string>) {
  const measure = measureSms(plain(fill(text, values)));
  const length = 'length' in measure ? measure.length : 0;
  if (length <= SMS_SEGMENT) return undefined;
  return `takes ${length} characters with her link, and one text message holds ${SMS_SEGMENT}. Make it ${length - SMS_SEGMENT} shorter.`;
}

/** An app makes a link only of what stands apart. */
function gluedLink(name: string, text: string) {
  const right = text.replace(/(?<=\S)\{link\}/, ' {link}').replace(/\{link\}(?=\w)/, '{link} ');
  if (right === text) return undefined;
  return `needs spaces around {link}, or nobody can tap it. Write:   ${name}: ${writeText(right)}`;
}

/** The text in letters that a text message has; one without any like it is left out. */
function plain(text: string): string {
  const letters = text
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('\u00a0', ' ');
  return [...letters]
    .map((letter) => ('foreign' in measureSms(letter) ? letter.normalize('NFD') : letter))
    .flatMap((letter) => [...letter])
    .filter((letter) => !('foreign' in measureSms(letter)))
    .join('')
    .replaceAll(/ +(?=[ .,!?]|$)/g, '');
}

/** How many of a text message's 160 characters a text takes, or which of its characters it cannot hold. */
export function measureSms(text: string): { length: number } | { foreign: string } {
  const foreign = [...text].filter((it) => !(BASIC + EXTENSION).includes(it));
  if (foreign.length) return { foreign: [...new Set(foreign)].join(' ') };
  const twice = [...text].filter((it) => EXTENSION.includes(it)).length;
  return { length: text.length + twice };
}
