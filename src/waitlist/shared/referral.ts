/**
 * How many positions each friend who joins moves the inviter up: what a referral subtracts from a
 * score. After the launch it must not change: scores hold what earlier friends were worth.
 */
export const POSITIONS_PER_FRIEND = 5;

/** Seven hexadecimal digits that descend with the join number, then eight random ones. */
const REFERRAL_CODE = /^[0-9A-F]{7}[0-9A-Za-z]{8}$/;

/** 62^8 = 2.2e14 possibilities. */
export const RANDOM_LENGTH = 8;

export function parseReferralCode(text: string): string | undefined {
  return REFERRAL_CODE.test(text) ? text : undefined;
}

/** Reads the inviter's code from `?ref=…`. */
export function readReferralCode(search: string): string | undefined {
  return parseReferralCode(new URLSearchParams(search).get('ref') ?? '');
}

export function referralLink(origin: string, referralCode: string): string {
  return `${origin}/?ref=${referralCode}`;
}

/** Both iOS and Android read `?&body=` alone. */
export function smsLink(text: string): string {
  return `sms:?&body=${encodeURIComponent(text)}`;
}
