import type { CollectionEntry, CollectionKey } from 'astro:content';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readConsent } from '../../src/site/consent.ts';
import { namesOf } from '../../src/site/names.ts';
import { fill, formatPosition } from '../../src/waitlist/shared/fill.ts';

const CONTENT = new URL('../../src/content/', import.meta.url);

function read(name: string, names: Record<string, string>) {
  const text = readFileSync(new URL(`${name}.md`, CONTENT), 'utf8');
  // As browsers show it: spaces and line ends in a row are one.
  const show = (_: unknown, value: unknown) =>
    typeof value === 'string' ? fill(value, names).trim().replace(/\s+/g, ' ') : value;
  // `12` and `yes` are texts.
  return parse(text.split(/^---$/m)[1] ?? '', show, { schema: 'failsafe' });
}

const names = namesOf(read('site', {}));

type Words<Name extends CollectionKey> = CollectionEntry<Name>['data'];

/** What the site says today, from src/content: a test finds it, whatever it is. */
export const words = {
  site: read('site', names) as Words<'site'>,
  landing: read('landing', names) as Words<'landing'>,
  signup: read('signup', names) as Words<'signup'>,
  about: read('about', names) as Words<'about'>,
  notFound: read('not-found', names) as Words<'notFound'>,
};

/** The version of the text beside the box. */
export const consentVersion = readConsent()?.version;

/** Her position as its heading says it: the page puts a # before the number, and may set it apart. */
export function positionText(position: number): RegExp {
  const [before, after] = words.signup.confirmation.position
    .split(/#?\{position\}/)
    .map((part) => part.trim().replace(/[^\w ]/g, '\\$&'));
  return RegExp(`${before}\\s*#${formatPosition(position)}(?![\\d,])\\s*${after}`);
}
