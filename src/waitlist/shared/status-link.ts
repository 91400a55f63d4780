import { parseReferralCode, readReferralCode, referralLink } from './referral.ts';

/** Proves that a visitor is a member: only the member has the token. */
export interface StatusKey {
  referralCode: string;
  statusToken: string;
}

/** 62^10 = 8.4e17 possibilities. */
export const TOKEN_LENGTH = 10;

export const STATUS_TOKEN = /^[0-9A-Za-z]{10}$/;

/** Undefined where one of the two is malformed. */
export function toStatusKey(referralCode: string, statusToken: string): StatusKey | undefined {
  const isKey = parseReferralCode(referralCode) && STATUS_TOKEN.test(statusToken);
  return isKey ? { referralCode, statusToken } : undefined;
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
export function parseStatusKey(text: string): StatusKey | undefined {
  const [referralCode = '', statusToken = '', ...rest] = text.split('.');
  return rest.length ? undefined : toStatusKey(referralCode, statusToken);
}

/** The referral link, since visitors copy the address. */
export function statusAddress(referralCode: string): string {
  return `${referralLink('', referralCode)}#spot`;
}

/** The text after `#spot=`; of a statusAddress, the stored key if it is that member's. */
export function statusKeyInAddress(
  { hash, search }: Pick<Location, 'hash' | 'search'>,
  storedKey: string | undefined,
): string | undefined {
  if (hash.startsWith('#spot=')) return hash.slice('#spot='.length);
  const isStored = hash === '#spot' && storedKey?.startsWith(`${readReferralCode(search)}.`);
  return isStored ? storedKey : undefined;
}
