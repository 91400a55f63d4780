import { parseReferralCode, readRef } from '../shared/referral.ts';
import { readSource } from '../shared/source.ts';
import { read, remove, save } from './storage.ts';

const ATTRIBUTION = 'attribution';

/** 30 days: docs/decisions/who-invites.md. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** `ref` and `from` of the link that brought the visitor, and when it was opened, `at` (ms). */
function readStored(): URLSearchParams {
  const stored = new URLSearchParams(read(ATTRIBUTION));
  if (Date.now() - Number(stored.get('at')) < LIFETIME_MS) return stored;
  removeAttribution();
  return new URLSearchParams();
}

/** The referrer's code, or another text of `?ref=`, and the source; either may be empty. */
export function readAttribution(): { referralCode: string; source: string } {
  const stored = `${readStored()}`;
  return { referralCode: readRef(stored) ?? '', source: readSource(stored) ?? '' };
}

/** The code a member may have: a campaign's `?ref=SUMMER` invites nobody. */
export const readReferrer = () => parseReferralCode(readAttribution().referralCode);

/** Stores what the query of an opened link names; without a new referrer, only the source changes. */
export function saveAttribution(search: string): void {
  const ref = readRef(search) ?? '';
  const from = readSource(search) ?? '';
  if (!ref && !from) return;
  const last = readStored();
  const isReplaced = ref && (parseReferralCode(ref) || !readReferrer());
  const attribution =
    isReplaced || !last.has('at') ? new URLSearchParams({ ref, at: `${Date.now()}` }) : last;
  attribution.set('from', from);
  save(ATTRIBUTION, `${attribution}`);
}

export const removeAttribution = () => remove(ATTRIBUTION);
