/**
 * How many positions a referral moves the referrer up, and `{spots}` in the copy. Choose it before the launch:
 * docs/your-own.md.
 */
export const POSITIONS_PER_REFERRAL = 5;

/** A prefix and a random end (netlify/queue/referral-code.ts), such as Xpwq74k2m7: no campaign's name has this shape. */
const CODE = '[A-X][0-9A-Za-z]{4}\\d[a-z]\\d[a-z]\\d';
const REFERRAL_CODE = RegExp(`^${CODE}$`);

/** A member's code that isn't the start of a longer word, otherwise a campaign, such as SUMMER. */
const REF = RegExp(`${CODE}(?![0-9A-Za-z])|[0-9A-Za-z][\\w-]{0,63}`);

/** Whether a member could have this code. */
export function isReferralCode(text: string): boolean {
  return REFERRAL_CODE.test(text);
}

/** The member's code or campaign in the value of `?ref=`, without what apps put around it, such as a full stop. */
export function parseRef(text: string): string | undefined {
  return REF.exec(text)?.[0];
}

/** Parses the first `ref` in a query that isn't empty: `?from=ig&ref=CODE`. */
export function readRef(search: string): string | undefined {
  return new URLSearchParams(search).getAll('ref').map(parseRef).find(Boolean);
}

export function referralLink(origin: string, referralCode: string): string {
  return `${origin}/?ref=${encodeURIComponent(referralCode)}`;
}

/** `to` is in E.164; without it the app asks. Only `?&body=` works on both iOS and Android. */
export function smsLink(text: string, to = ''): string {
  return `sms:${to}?&body=${encodeURIComponent(text)}`;
}
