import { createHash } from 'node:crypto';
import { fill } from '../waitlist/shared/fill.ts';
import { readFrontMatter } from './front-matter.ts';
import { lengthen, readNames } from './names.ts';

/** The text beside the box; undefined where the copy has none. `version` is stored with each member who agrees. */
export function readConsent() {
  const { consent } = readFrontMatter('src/content/signup.md', ['consent']).texts;
  if (!consent) return undefined;
  const text = fill(lengthen(consent, 420), readNames());
  const html = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\[([^[\]]+)\]\(([^\s()"]+)\)/g, '<a href="$2">$1</a>');
  const version = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { html, text, version };
}

/** The same for the function that stores it, as JSON; null without a box. */
export const consentJson = () => JSON.stringify(readConsent() ?? null, ['version', 'text']);
