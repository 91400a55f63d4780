import type { CollectionEntry, CollectionKey } from 'astro:content';
import { schemas } from '../../src/content.config.ts';
import { readConsent } from '../../src/site/consent.ts';
import { readNames } from '../../src/site/names.ts';
import { readWords } from '../../src/site/words.ts';
import { fill, formatPosition } from '../../src/waitlist/shared/fill.ts';

async function read<Name extends CollectionKey>(name: Name) {
  const { words } = await readWords(name, schemas[name]);
  return fillAll(words) as CollectionEntry<Name>['data'];
}

/** Texts as browsers show them: spaces in a row are one. */
function fillAll(value: unknown): unknown {
  if (typeof value === 'string') return fill(value, readNames()).replace(/\s+/g, ' ');
  const entries = Object.entries(Object(value)).map(([key, item]) => [key, fillAll(item)]);
  return Object.fromEntries(entries);
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
export const consentVersion = readConsent()?.version;

/** A position as its heading says it: the page puts a # before the number, and may set it apart. */
export function positionText(position: number): RegExp {
  const [before, after] = words.signup.confirmation.position
    .split(/#?\{position\}/)
    .map((part) => part.trim().replace(/[^\w ]/g, '\\$&'));
  return RegExp(`${before}\\s*#${formatPosition(position)}(?![\\d,])\\s*${after}`);
}
