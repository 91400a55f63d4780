import type { CollectionEntry, CollectionKey } from 'astro:content';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fill, formatPosition } from '../../src/waitlist/shared/fill.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';

const CONTENT = new URL('../../src/content/', import.meta.url);

function read(name: string, names: Record<string, string>) {
  const text = readFileSync(new URL(`${name}.md`, CONTENT), 'utf8');
  // As browsers show it: spaces and line ends in a row are one.
  return parse(text.split(/^---$/m)[1] ?? '', (_, value) =>
    typeof value === 'string' ? fill(value, names).trim().replace(/\s+/g, ' ') : value,
  );
}

const { product, lab, contact } = read('site', {});
const LAB = lab.toUpperCase().replaceAll(' ', '_');
const names = { product, lab, LAB, contact, spots: String(SPOTS_PER_FRIEND) };

type Words<Name extends CollectionKey> = CollectionEntry<Name>['data'];

/** What the site says today, from src/content: a test finds it, whatever it is. */
export const words = {
  site: read('site', names) as Words<'site'>,
  landing: read('landing', names) as Words<'landing'>,
  signup: read('signup', names) as Words<'signup'>,
  about: read('about', names) as Words<'about'>,
  notFound: read('not-found', names) as Words<'notFound'>,
};

/** Whether there is a page about privacy. */
export const hasPrivacy = existsSync(new URL('privacy.md', CONTENT));

/** The version of the newest text beside the box. */
export const consentVersion = readdirSync(new URL('consent', CONTENT))
  .map((name) => /^\d[\d-]{9}-(\w{8})\.md$/.exec(name)?.[1])
  .findLast(Boolean);

/** Her position as its heading says it, whatever stands between the words and the number, which the page puts a # before. */
export function positionText(position: number): RegExp {
  const [before, after] = words.signup.confirmation.position
    .split(/#?\{position\}/)
    .map((part) => part.trim().replace(/[^\w ]/g, '\\$&'));
  return RegExp(`${before}\\s*#${formatPosition(position)}(?![\\d,])\\s*${after}`);
}
