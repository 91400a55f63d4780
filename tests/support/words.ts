import type { CollectionEntry, CollectionKey } from 'astro:content';
import { schemas } from '../../src/content.config.ts';
import { describeConsent } from '../../src/site/consent.ts';
import { checkFile } from '../../src/site/content-loader.ts';
import { formatPosition } from '../../src/waitlist/shared/fill.ts';

async function read<Name extends CollectionKey>(name: Name) {
  const { data } = await checkFile(name, schemas[name]);
  return data as CollectionEntry<Name>['data'];
}

/** The copy of src/content, by which tests find parts of a page. */
export const words = {
  site: await read('site'),
  landing: await read('landing'),
  form: await read('form'),
  confirmation: await read('confirmation'),
  share: await read('share'),
  member: await read('member'),
  about: await read('about'),
  notFound: await read('not-found'),
};

/** The version of the text beside the box. */
export const consentVersion = describeConsent(words.form.consent)?.version;

/** The text of a position's heading, in which the page puts a # before the number. */
export function positionText(position: number): RegExp {
  const [before, after] = words.confirmation.position
    .split(/#?\{position\}/)
    .map((part) => part.trim().replace(/[^\w ]/g, '\\$&'));
  return RegExp(`${before}\\s*#${formatPosition(position)}(?![\\d,])\\s*${after}`);
}
