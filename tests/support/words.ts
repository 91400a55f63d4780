import type { CollectionEntry, CollectionKey } from 'astro:content';
import { schemas } from '../../src/content.config.ts';
import { describeConsent } from '../../src/site/consent.ts';
import { readWords } from '../../src/site/words.ts';
import { formatPosition } from '../../src/waitlist/shared/fill.ts';

async function read<Name extends CollectionKey>(name: Name) {
  const { words } = await readWords(name, schemas[name]);
  return words as CollectionEntry<Name>['data'];
}

/** What the site says today, from src/content: a test finds it, whatever it is. */
export const words = {
  site: await read('site'),
  landing: await read('landing'),
  signup: await read('signup'),
  about: await read('about'),
  notFound: await read('not-found'),
};

/** The version of the text beside the box. */
export const consentVersion = describeConsent(words.signup.consent)?.version;

/** A position as its heading says it: the page puts a # before the number, and may set it apart. */
export function positionText(position: number): RegExp {
  const [before, after] = words.signup.confirmation.position
    .split(/#?\{position\}/)
    .map((part) => part.trim().replace(/[^\w ]/g, '\\$&'));
  return RegExp(`${before}\\s*#${formatPosition(position)}(?![\\d,])\\s*${after}`);
}
