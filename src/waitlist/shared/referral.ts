/**
 * How many positions a referral moves the referrer up, and `{spots}` in the copy. Choose it before the launch:
 * docs/your-own.md.
 */
export const POSITIONS_PER_REFERRAL = 5;

/** A prefix and a random end (netlify/queue/referral-code.ts), such as Xpwq74k2m7: no campaign's name has this shape. */
const CODE = /[A-X][0-9A-Za-z]{4}\d[a-z]\d[a-z]\d/;
const CAMPAIGN = /[0-9A-Za-z][\w-]{0,63}/;

/** Whether a member could have this code. */
export function isReferralCode(text: string): boolean {
  return CODE.exec(text)?.[0] === text;
}

/** The member's code in the value of `?ref=`, whatever apps and people put around it; otherwise the campaign. */
export function parseRef(text: string): string | undefined {
  return (CODE.exec(text) ?? CAMPAIGN.exec(text))?.[0];
}

/** Parses all `ref` of a query as one, because an app may add another: `?from=ig&ref=SUMMER&ref=CODE`. */
export function readRef(search: string): string | undefined {
  return parseRef(new URLSearchParams(search).getAll('ref').join(' '));
}

export function referralLink(origin: string, referralCode: string): string {
  return `${origin}/?ref=${encodeURIComponent(referralCode)}`;
}

/** `to` is in E.164; without it the app asks. Only `?&body=` works on both iOS and Android. */
export function smsLink(text: string, to = ''): string {
  return `sms:${to}?&body=${encodeURIComponent(text)}`;
}
