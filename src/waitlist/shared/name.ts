/** In UTF-16 code units, as `maxlength` counts. */
export const NAME_MAX_LENGTH = 50;

/** A character that isn't a space, mark, control or invisible letter. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{M}\p{Z}\p{DI}\u2800]/u;

/** Letters, marks, spaces, hyphens and apostrophes: no message, no formula, and nothing that a phone turns into a link. */
export const isPlainName = (name: string) => /^\p{L}[\p{L}\p{M} '’-]*$/u.test(name);

/** Pasted tabs and line breaks become spaces, and lone surrogates \ufffd. Empty if nothing is visible. */
export function cleanName(text: string): string {
  if (!VISIBLE.test(text)) return '';
  return text
    .replace(/\p{Cc}+/gu, (controls) => (/\s/.test(controls) ? ' ' : ''))
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
}

const APOSTROPHES = /[’‘‛`´ʹʻʼ′]/g;

/** For comparing names: case, accents, and which space or apostrophe a keyboard has don't count. */
export function foldName(text: string): string {
  // NFKD would make a space and an accent of ´. Unlike toLowerCase, toUpperCase makes SS of ß.
  return text
    .replace(APOSTROPHES, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}
