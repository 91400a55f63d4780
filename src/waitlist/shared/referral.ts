/**
 * How many positions each friend who joins moves the inviter up: what a referral subtracts from a
 * score. After the launch it must not change: scores hold what earlier friends were worth.
 */
export const SPOTS_PER_FRIEND = 5;

/** Seven hexadecimal digits that descend with the join number, then eight random ones. */
const REFERRAL_CODE = /^[0-9A-F]{7}[0-9A-Za-z]{8}$/;

/** Of the random end of a code: 62^8 = 2.2e14 possibilities. */
export const RANDOM_LENGTH = 8;

/** A referral code as given; undefined for anything that cannot be one. */
export function parseReferralCode(text: string): string | undefined {
  return REFERRAL_CODE.test(text) ? text : undefined;
}

/** The inviter's code from an address's query, `?ref=…`; undefined where there is none. */
export function readReferralCode(search: string): string | undefined {
  return parseReferralCode(new URLSearchParams(search).get('ref') ?? '');
}

export function referralLink(origin: string, referralCode: string): string {
  return `${origin}/?ref=${referralCode}`;
}

/** A link that opens the messaging app with a text. Both iOS and Android read `?&body=` alone. */
export function smsLink(text: string): string {
  return `sms:?&body=${encodeURIComponent(text)}`;
}
