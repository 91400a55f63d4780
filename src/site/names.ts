import { fill } from '../waitlist/shared/fill.ts';
import { SPOTS_PER_FRIEND } from '../waitlist/shared/referral.ts';
import { readFrontMatter } from './front-matter.ts';

/** How many characters a name may have. */
export const LONGEST = { product: 20, lab: 30 };

/** What any text may have in braces. */
export const namesOf = ({ product = '', lab = '', contact = '' }) => ({
  product,
  lab,
  LAB: lab.toUpperCase().replaceAll(' ', '_'),
  contact,
  spots: String(SPOTS_PER_FRIEND),
});

/** The names in src/content/site.md as they are now, right or wrong. */
export function readNames() {
  const { texts } = readFrontMatter('src/content/site.md', ['product', 'lab', 'contact']);
  const { product = '', lab = '', contact = '' } = texts;
  return namesOf({
    product: lengthen(product, LONGEST.product),
    lab: lengthen(lab, LONGEST.lab),
    contact,
  });
}

/** A text with names as long as they may be, so that no new name breaks a text that was right before. */
export const withLongestNames = (text: string) =>
  fill(text, {
    product: '-'.repeat(LONGEST.product),
    lab: '-'.repeat(LONGEST.lab),
    LAB: '-'.repeat(LONGEST.lab),
  });

/** Repeats a text up to `max` characters where LONGEST_TEXTS is set: a test of the layouts builds so. */
export function lengthen(text: string, max: number): string {
  // A text message is as long as its link lets it be.
  if (!process.env.LONGEST_TEXTS || text.includes('{link}')) return text;
  const words = text.replaceAll(/\{\w+\}/g, '').trim();
  const more = (text.includes(' ') ? ` ${words}` : words).repeat(max);
  return text + more.slice(0, Math.max(0, max - withLongestNames(text).length));
}
