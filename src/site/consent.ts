import type { Consent } from '../waitlist/shared/fill.ts';
import { consentVersion, LINK, readShown, readTexts } from './consent-archive.ts';
import { hasPrivacy } from './read-content.ts';

/**
 * The text beside the box, the last that was listed; undefined where there is none, and then no box.
 * Where there is no page about privacy, its words link nowhere.
 */
export async function readConsent(): Promise<Consent | undefined> {
  const newest = readShown('.').at(-1);
  const text = newest && readTexts('.').get(newest.name);
  if (!text) return undefined;
  const withPrivacy = await hasPrivacy();
  const html = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(LINK, (_, words: string, address: string) =>
      address.startsWith('/privacy') && !withPrivacy ? words : `<a href="${address}">${words}</a>`,
    );
  return { html, version: consentVersion(text) };
}
