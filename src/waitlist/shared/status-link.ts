import { isReferralCode } from './referral.ts';

/** Proves that a visitor is this member, because only they have the token. */
export interface StatusKey {
  referralCode: string;
  statusToken: string;
}

/** 62^10 = 8.4e17 possibilities. */
export const TOKEN_LENGTH = 10;

/** Returns the token if a member could have it. */
export function parseStatusToken(text: string): string | undefined {
  return text.length === TOKEN_LENGTH && /^[0-9A-Za-z]+$/.test(text) ? text : undefined;
}

export function toStatusKey(referralCode: string, statusToken: string): StatusKey | undefined {
  const isKey = isReferralCode(referralCode) && parseStatusToken(statusToken);
  return isKey ? { referralCode, statusToken } : undefined;
}

export function isSameStatusKey(a: StatusKey | undefined, b: StatusKey | undefined): boolean {
  return a?.referralCode === b?.referralCode && a?.statusToken === b?.statusToken;
}

export function statusLink(origin: string, statusKey: StatusKey): string {
  return `${origin}/${statusHash(statusKey)}`;
}

/** `#spot=CODE.TOKEN`: the fragment stays out of logs and Referer headers. */
export function statusHash({ referralCode, statusToken }: StatusKey): string {
  return `#spot=${referralCode}.${statusToken}`;
}

/** Reads CODE.TOKEN and ignores what an app appended, such as a full stop or `&fbclid=…`. */
export function parseStatusKey(text: string): StatusKey | undefined {
  const [referralCode = '', token = ''] = text.split('.');
  return toStatusKey(referralCode, token.slice(0, TOKEN_LENGTH));
}
