import { createHash } from 'node:crypto';

/** The text beside the box, if the copy has one. `version` is stored with each member who agrees. */
export function describeConsent(text: string | undefined) {
  if (text === undefined) return undefined;
  const html = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\[([^[\]]+)\]\(([^\s()"]+)\)/g, '<a href="$2">$1</a>');
  return { html, version: createHash('sha256').update(text).digest('hex').slice(0, 8) };
}

/** The text and its version for the function that stores them, as JSON; null without a box. */
export const consentJson = (text: string | undefined) =>
  JSON.stringify(text ? { version: describeConsent(text)?.version, text } : null);
