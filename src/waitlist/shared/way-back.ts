import { parseReferralCode } from './referral.ts';

/** What shows that a spot is hers: the code of her link, which is public, and a token, which she alone has. */
export interface WayBack {
  referralCode: string;
  statusToken: string;
}

/** 62^10 = 8.4e17 possibilities. Letters and digits only, as in a code. */
export const TOKEN_LENGTH = 10;

const STATUS_TOKEN = /^[0-9A-Za-z]{10}$/;

/** A status token as given, or undefined for anything that cannot be one. */
export function parseStatusToken(text: string): string | undefined {
  return STATUS_TOKEN.test(text) ? text : undefined;
}

/** Reads anything as a way back; undefined where code or token is missing or malformed. */
export function parseWayBack(input: unknown): WayBack | undefined {
  const { referralCode, statusToken }: Record<string, unknown> = Object(input);
  if (typeof referralCode !== 'string' || typeof statusToken !== 'string') return undefined;
  if (!parseReferralCode(referralCode) || !parseStatusToken(statusToken)) return undefined;
  return { referralCode, statusToken };
}

/** The link of her way back. A fragment: it is in no log and no Referer. */
export function spotLink(origin: string, { referralCode, statusToken }: WayBack): string {
  return `${origin}/#spot=${referralCode}.${statusToken}`;
}
