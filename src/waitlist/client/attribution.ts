import { parseReferralCode, readRef } from '../shared/referral.ts';
import { readSource } from '../shared/source.ts';
import { memory, read, remove, save } from './storage.ts';

const ATTRIBUTION = 'attribution';

/** 30 days: docs/decisions/attribution.md. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** `referralCode` and `source` of the link that the visitor opened, and `at`, when they opened it (ms). */
export function readAttribution(): Record<string, string> {
  const stored = new URLSearchParams(read(ATTRIBUTION));
  if (Date.now() - Number(stored.get('at')) < LIFETIME_MS) return Object.fromEntries(stored);
  removeAttribution();
  return {};
}

/** The stored code if a member could have it; a campaign's `?ref=SUMMER` isn't one. */
export const readReferrer = () => parseReferralCode(readAttribution().referralCode ?? '');

/** Stores the referral code and source of an opened link. */
export function saveAttribution(search: string): void {
  const referralCode = readRef(search) ?? '';
  const source = readSource(search) ?? '';
  if (!referralCode && !source) return;
  const last = readAttribution();
  // Once there's a referrer, a link without a member's code replaces only the source.
  const keepsReferrer = !referralCode || (!parseReferralCode(referralCode) && readReferrer());
  const link = keepsReferrer && last.at ? last : { referralCode, at: `${Date.now()}` };
  save(ATTRIBUTION, `${new URLSearchParams({ ...link, source: source.slice(0, 200) })}`);
  // If the storage is cleared while the form is open, the link in the URL still counts.
  memory.set(ATTRIBUTION, read(ATTRIBUTION));
}

export const removeAttribution = () => remove(ATTRIBUTION);
