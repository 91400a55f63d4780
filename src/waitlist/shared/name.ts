import { isVisible } from './invisible.ts';

/** In UTF-16 code units, as `maxlength` counts. */
export const NAME_MAX_LENGTH = 50;

const MAX_PLAIN_LETTERS = 25;

/**
 * One to three words of letters, marks and apostrophes, with spaces or dashes between them: no formula, nothing
 * that a phone turns into a link, and hardly a message.
 */
export function isPlainName(name: string): boolean {
  const isPlain = /^\p{L}[\p{L}\p{M}'’]*(?:[\p{Zs}\p{Dash}]+[\p{L}\p{M}'’]*){0,2}$/u.test(name);
  return isPlain && name.replace(/\P{L}/gu, '').length <= MAX_PLAIN_LETTERS;
}

/** Pasted tabs and line breaks become spaces, and lone surrogates \ufffd. Empty if nothing is visible. */
export function cleanName(text: string): string {
  if (!isVisible(text)) return '';
  return text
    .replace(/\p{Cc}+/gu, (controls) => (/\s/.test(controls) ? ' ' : ''))
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
}

const APOSTROPHES = /[’‘‛`´ʹʻʼ′]/g;

/** For comparing names: case, accents, and which space, dash or apostrophe a keyboard has don't count. */
export function foldName(text: string): string {
  // NFKD would make a space and an accent of ´. Unlike toLowerCase, toUpperCase makes SS of ß.
  return text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .replace(/\p{Dash}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}
