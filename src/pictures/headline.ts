import { typeface } from './typeface.ts';

/** The face of the title, with its letter-spacing, as .title in src/styles/cover.css. */
export const headline = typeface('playfair-display', '900-italic', -0.02);

/** In ems. A wider name is no smaller on two lines than on one, where a phone is 19 of 42 high. */
const WIDE = 5;

const width = (text: string) => headline.width(text, 1);
const widest = (lines: string[]) => Math.max(...lines.map(width));

/**
 * Breaks the product's name into one line or, where it is wide and has several words, the two most
 * even ones.
 */
export function breakName(name: string): string[] {
  const words = name.split(' ');
  const pairs = words
    .slice(1)
    .map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')]);
  const [evenest] = pairs.toSorted((one, other) => widest(one) - widest(other));
  return evenest && width(name) > WIDE ? evenest : [name];
}

/** The name's lines and width, in ems, for the styles: a rule, since the policy refuses an attribute. */
export function titleSizes(name: string): string {
  const lines = breakName(name);
  return `:root{--ems:${widest(lines).toFixed(2)};--lines:${lines.length}}`;
}
