/** In UTF-16 code units, as `maxlength` counts. */
export const NAME_MAX_LENGTH = 50;

/** A character that isn't a space, mark, control or invisible letter. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{M}\p{Z}\p{DI}\u2800]/u;

/** Pasted tabs and line breaks become spaces, and lone surrogates \ufffd. Empty if nothing is visible. */
export function cleanName(text: string): string {
  if (!VISIBLE.test(text)) return '';
  return text
    .replace(/\p{Cc}+/gu, (controls) => (/\s/.test(controls) ? ' ' : ''))
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();
}
