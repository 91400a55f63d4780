import { parseReferralCode, readReferralCode, referralLink } from './referral.ts';

/** What shows that a spot is hers: the code of her link, which is public, and a token, which she alone has. */
export interface StatusKey {
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
export function parseStatusKey(input: unknown): StatusKey | undefined {
  const { referralCode, statusToken }: Record<string, unknown> = Object(input);
  if (typeof referralCode !== 'string' || typeof statusToken !== 'string') return undefined;
  if (!parseReferralCode(referralCode) || !parseStatusToken(statusToken)) return undefined;
  return { referralCode, statusToken };
}

/** The link of her way back. A fragment: it is in no log and no Referer. */
export function statusLink(origin: string, statusKey: StatusKey): string {
  return `${origin}/#spot=${formatStatusKey(statusKey)}`;
}

/** Her way back as her browser and its address have it: CODE.TOKEN. */
export function formatStatusKey({ referralCode, statusToken }: StatusKey): string {
  return `${referralCode}.${statusToken}`;
}

/** The way back that formatStatusKey made a text of; undefined for any other text. */
export function statusKeyFrom(spot: string): StatusKey | undefined {
  const [referralCode, statusToken, ...rest] = spot.split('.');
  return rest.length ? undefined : parseStatusKey({ referralCode, statusToken });
}

/**
 * What the address bar holds while her spot is shown: her link, since people copy it. Only a browser
 * that remembers her makes anything of the fragment.
 */
export function statusAddress(referralCode: string): string {
  return `${referralLink('', referralCode)}#spot`;
}

/**
 * Whose spot an address shows: what stands behind `#spot=`, or what her browser remembers, where it is
 * her own link with `#spot`. Undefined for any other address.
 */
export function statusKeyInAddress(
  { hash, search }: Pick<Location, 'hash' | 'search'>,
  remembered: string | undefined,
): string | undefined {
  if (hash.startsWith('#spot=')) return hash.slice(6);
  const isHers = hash === '#spot' && remembered?.startsWith(`${readReferralCode(search)}.`);
  return isHers ? remembered : undefined;
}
