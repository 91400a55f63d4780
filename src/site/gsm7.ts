/** The GSM 7-bit alphabet of 3GPP TS 23.038, and its extension, whose characters count twice. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';

/** What one text message holds; a longer text goes out in parts, and may arrive in them. */
export const SMS_SEGMENT = 160;

/** How many of a text message's 160 characters a text takes, or which of its characters it cannot hold. */
export function measureSms(text: string): { length: number } | { foreign: string } {
  const foreign = [...text].filter((it) => !(BASIC + EXTENSION).includes(it));
  if (foreign.length) return { foreign: [...new Set(foreign)].join(' ') };
  const twice = [...text].filter((it) => EXTENSION.includes(it)).length;
  return { length: text.length + twice };
}
