import type { CollectionEntry, CollectionKey } from 'astro:content';
import { schemas } from '../../src/content.config.ts';
import { describeConsent } from '../../src/site/consent.ts';
import { readWords } from '../../src/site/words.ts';
import { formatPosition } from '../../src/waitlist/shared/fill.ts';

async function read<Name extends CollectionKey>(name: Name) {
  const { words } = await readWords(name, schemas[name]);
  return words as CollectionEntry<Name>['data'];
}

/** The words of src/content, by which tests find parts of a page. */
export const words = {
  site: await read('site'),
  landing: await read('landing'),
  signup: await read('signup'),
  about: await read('about'),
  notFound: await read('not-found'),
};

/** The version of the text beside the box. */
export const consentVersion = describeConsent(words.signup.consent)?.version;

/** The text of a position's heading, in which the page puts a # before the number. */
export function positionText(position: number): RegExp {
  const [before, after] = words.signup.confirmation.position
    .split(/#?\{position\}/)
    .map((part) => part.trim().replace(/[^\w ]/g, '\\$&'));
  return RegExp(`${before}\\s*#${formatPosition(position)}(?![\\d,])\\s*${after}`);
}
