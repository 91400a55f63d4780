import { isReferralCode, readRef, readSource } from '../shared/links.ts';
import { read, remove, save } from './storage.ts';

const ATTRIBUTION = 'attribution';

/** 30 days: docs/decisions/attribution.md. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** `referredBy` (a referral code, or a campaign) and `source` of the link that the visitor opened, and `at`, when they did (ms). */
export function readAttribution(): Record<string, string> {
  const stored = new URLSearchParams(read(ATTRIBUTION));
  if (Date.now() - Number(stored.get('at')) < LIFETIME_MS) return Object.fromEntries(stored);
  removeAttribution();
  return {};
}

export const hasReferrer = () => isReferralCode(readAttribution().referredBy ?? '');

/** Stores the referral code and source of an opened link. */
export function saveAttribution(search: string): void {
  const referredBy = readRef(search) ?? '';
  const source = readSource(search)?.slice(0, 200) ?? '';
  if (!referredBy && !source) return;
  const stored = readAttribution();
  // A member's code replaces any other, a campaign only another campaign, and a source neither.
  const isNewCode = isReferralCode(referredBy) || (referredBy !== '' && !hasReferrer());
  const link = isNewCode || !stored.at ? { referredBy, at: `${Date.now()}` } : stored;
  const text = `${new URLSearchParams({ ...link, source })}`;
  save(ATTRIBUTION, text);
  // If the storage is cleared while the form is open, the link in the URL still counts.
  window.visit.memory.set(ATTRIBUTION, text);
}

export const removeAttribution = () => remove(ATTRIBUTION);
