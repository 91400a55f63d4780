import { readReferralCode } from '../shared/referral.ts';
import { readSource } from '../shared/source.ts';
import { readEntry } from './history-entry.ts';
import { keep, read, remove } from './storage.ts';

const LINK = 'link';

/** 30 days. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The link as `ref`, `from` and when it was opened, `at` (ms); empty once it is too old. */
function keptLink(): URLSearchParams {
  const link = new URLSearchParams(read(LINK));
  const isFresh = Date.now() - Number(link.get('at')) < KEPT_MS;
  return isFresh ? link : new URLSearchParams();
}

/**
 * Keeps inviter and source of the address for a signup in the next 30 days. A newer inviter replaces
 * both; a source alone replaces the source, and the time of the invitation stays.
 */
export function keepLink(): void {
  let link = keptLink();
  if (!link.has('at')) forgetLink();
  // Nobody was invited by an address that this page wrote.
  if (readEntry().isOwn) return;
  const ref = readReferralCode(location.search);
  const from = readSource(location.search);
  if (!ref && !from) return;
  const now = { at: `${Date.now()}` };
  if (ref) link = new URLSearchParams({ ref, ...now });
  else if (!link.has('at')) link = new URLSearchParams(now);
  link.set('from', from ?? '');
  keep(LINK, `${link}`);
}

/** Inviter and source of the newest link that this browser opened; each may be empty. */
export function readLink(): { referralCode: string; source: string } {
  const link = `${keptLink()}`;
  return { referralCode: readReferralCode(link) ?? '', source: readSource(link) ?? '' };
}

export const forgetLink = () => remove(LINK);
