/** Characters that nobody sees, other than tabs, line breaks, and what joins emoji and letters. */
export const INVISIBLE =
  /(?![\t\n\p{Join_Control}\p{Variation_Selector}\u{E0020}-\u{E007F}])[\p{Cc}\p{Zl}\p{Zp}\p{DI}\u2800]/gu;

/** Whether a text has anything other than spaces, marks, controls and invisible letters. */
export const isVisible = (text: string) => /[^\p{Cc}\p{Cf}\p{M}\p{Z}\p{DI}\u2800]/u.test(text);
