/** How many positions a referral moves the referrer up, as pages say. A list stores it with its first member, and keeps it. */
export const POSITIONS_PER_REFERRAL = 5;

/** A prefix and a random end (netlify/queue/referral-code.ts), such as Xpwq74k2m7: no campaign's name has this shape. */
const REFERRAL_CODE = /^[A-X][0-9A-Za-z]{4}\d[a-z]\d[a-z]\d$/;

/** Returns the code if a member could have it. */
export function parseReferralCode(text: string): string | undefined {
  return REFERRAL_CODE.test(text) ? text : undefined;
}

/** Accepts a member's code, or another such as a campaign's, which credits nobody. */
export function parseRef(text: string): string | undefined {
  return /^[\w-]{1,64}$/.test(text) ? text : undefined;
}

export function readRef(search: string): string | undefined {
  return parseRef(new URLSearchParams(search).get('ref') ?? '');
}

export function referralLink(origin: string, referralCode: string): string {
  return `${origin}/?ref=${encodeURIComponent(referralCode)}`;
}

/** Only `?&body=` works on both iOS and Android. */
export function smsLink(text: string): string {
  return `sms:?&body=${encodeURIComponent(text)}`;
}
