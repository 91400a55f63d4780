import { createHash } from 'node:crypto';
import { markdownToHtml } from 'satteri';

/** Undefined where the copy has no box, and so no text. */
export function describeConsent(text: string) {
  if (!text) return undefined;
  const html = markdownToHtml(text).html.replace(/^<p>|<\/p>\s*$/g, '');
  return { html, version: createHash('sha256').update(text).digest('hex').slice(0, 8) };
}

/** For the function that stores it; null without a box. */
export const consentJson = (text: string) =>
  JSON.stringify(text ? { version: describeConsent(text)?.version, text } : null);
