/**
 * How many positions a referral moves the referrer up, as subtracted from their score. Don't change it after
 * launch, because stored scores already contain it: the command line refuses such a list, but functions don't check.
 */
export const POSITIONS_PER_REFERRAL = 5;

/** The start of a referral code, which descends with the join number. */
export const PREFIX_LENGTH = 5;

/** The rest is random, so that nobody can guess the next member's code. */
export const RANDOM_LENGTH = 5;

const REFERRAL_CODE = RegExp(`^[A-Za-z][0-9A-Za-z]{${PREFIX_LENGTH + RANDOM_LENGTH - 1}}$`);

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
