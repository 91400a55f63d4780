import { createHash } from 'node:crypto';
import { fill } from '../waitlist/shared/fill.ts';
import { readMarkdown } from './mistakes/read-markdown.ts';
import { namesOf } from './names.ts';

const LINK = /\[([^[\]]+)\]\(([^\s()"<>]+)\)/g;

/** The text beside the box; undefined where the copy has none. `version` is stored with each member who agrees. */
export function readConsent() {
  const { consent } = readMarkdown('.', 'src/content/signup.md').data;
  if (typeof consent !== 'string') return undefined;
  const text = fill(consent, namesOf(readMarkdown('.', 'src/content/site.md').data));
  const html = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(LINK, '<a href="$2">$1</a>');
  const version = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { html, text, version };
}

/** The same for the function that stores it, as JSON; null without a box. */
export const consentJson = () => JSON.stringify(readConsent() ?? null, ['version', 'text']);
