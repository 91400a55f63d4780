/** What could control a terminal, break a line, or reverse what follows. */
export const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
