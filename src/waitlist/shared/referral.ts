/**
 * How many positions each friend who joins moves the referrer up: what a referral subtracts from a
 * score. After the launch it must not change: scores hold what earlier friends were worth.
 */
export const POSITIONS_PER_REFERRAL = 5;

/** The start of a referral code descends with the join number. */
export const PREFIX_LENGTH = 5;

/** The rest is random: nobody can guess a code from a neighbor's. */
export const RANDOM_LENGTH = 5;

const REFERRAL_CODE = /^[A-Za-z][0-9A-Za-z]{9}$/;

/** A code that a member may have. */
export function parseReferralCode(text: string): string | undefined {
  return REFERRAL_CODE.test(text) ? text : undefined;
}

/** What `?ref=` may say: a member's code, or any other, such as a campaign's, which credits nobody. */
export function parseRef(text: string): string | undefined {
  return /^[\w-]{1,64}$/.test(text) ? text : undefined;
}

/** Reads `?ref=…`. */
export function readRef(search: string): string | undefined {
  return parseRef(new URLSearchParams(search).get('ref') ?? '');
}

export function referralLink(origin: string, referralCode: string): string {
  return `${origin}/?ref=${referralCode}`;
}

/** Both iOS and Android read `?&body=` alone. */
export function smsLink(text: string): string {
  return `sms:?&body=${encodeURIComponent(text)}`;
}
