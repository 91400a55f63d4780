import { SPOTS_PER_FRIEND } from '../waitlist/shared/referral.ts';
import { readFrontMatter } from './front-matter.ts';

/** How many characters a name may have. */
export const LONGEST = { product: 20, lab: 30 };

/** What any text may have in braces: the names in src/content/site.md as they are now, right or wrong. */
export function readNames() {
  const { texts } = readFrontMatter('src/content/site.md', ['product', 'lab', 'contact']);
  const { product = '', lab = '', contact = '' } = texts;
  const LAB = lab.toUpperCase().replaceAll(' ', '_');
  return { product, lab, LAB, contact, spots: String(SPOTS_PER_FRIEND) };
}

/** Repeats a text up to `max` characters where LONGEST_TEXTS is set: a test of the layouts builds so. */
export function lengthen(text: string, max: number): string {
  // A text message is as long as its link lets it be.
  if (!process.env.LONGEST_TEXTS || text.includes('{link}')) return text;
  return text.padEnd(max, (text.includes(' ') ? ' ' : '') + text.replaceAll(/\{\w+\}/g, '').trim());
}
