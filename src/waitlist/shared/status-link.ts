import { parseReferralCode, readReferralCode, referralLink } from './referral.ts';

/** Proves that a visitor is a member: only the member has the token. */
export interface StatusKey {
  referralCode: string;
  statusToken: string;
}

/** 62^10 = 8.4e17 possibilities. */
export const TOKEN_LENGTH = 10;

const STATUS_TOKEN = /^[0-9A-Za-z]{10}$/;

export function parseStatusToken(text: string): string | undefined {
  return STATUS_TOKEN.test(text) ? text : undefined;
}

export function parseStatusKey(input: unknown): StatusKey | undefined {
  const { referralCode, statusToken }: Record<string, unknown> = Object(input);
  if (typeof referralCode !== 'string' || typeof statusToken !== 'string') return undefined;
  if (!parseReferralCode(referralCode) || !parseStatusToken(statusToken)) return undefined;
  return { referralCode, statusToken };
}

/** Code and token are in the fragment, which no log and no Referer has. */
export function statusLink(origin: string, statusKey: StatusKey): string {
  return `${origin}/#spot=${formatStatusKey(statusKey)}`;
}

/** CODE.TOKEN. */
export function formatStatusKey({ referralCode, statusToken }: StatusKey): string {
  return `${referralCode}.${statusToken}`;
}

/** Reads what formatStatusKey wrote. */
export function statusKeyFrom(keyText: string): StatusKey | undefined {
  const [referralCode, statusToken, ...rest] = keyText.split('.');
  return rest.length ? undefined : parseStatusKey({ referralCode, statusToken });
}

/** The referral link, since visitors copy the address. */
export function statusAddress(referralCode: string): string {
  return `${referralLink('', referralCode)}#spot`;
}

/** The text behind `#spot=`, or the remembered key where the address is its statusAddress. */
export function statusKeyInAddress(
  { hash, search }: Pick<Location, 'hash' | 'search'>,
  remembered: string | undefined,
): string | undefined {
  if (hash.startsWith('#spot=')) return hash.slice(6);
  const isOwn = hash === '#spot' && remembered?.startsWith(`${readReferralCode(search)}.`);
  return isOwn ? remembered : undefined;
}
