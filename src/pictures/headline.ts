import { typeface } from './typeface.ts';

/** The face of the title, with its letter-spacing, as .title in src/styles/landing.css. */
export const headline = typeface('playfair-display', '900-italic', -0.02);

/** In ems: on a phone, a wider name is no smaller on two lines than on one. */
const WIDE = 5;

/** In ems: the padding of .title, and how far slanted letters reach beyond their widths. */
const SIDES = 0.28;

const widest = (lines: string[]) => Math.max(...lines.map(headline.width));

/** Breaks a wide name of several words into the two lines that are most even. */
export function breakName(name: string): string[] {
  const words = name.split(' ');
  const pairs = words
    .slice(1)
    .map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')]);
  const [evenest] = pairs.toSorted((one, other) => widest(one) - widest(other));
  return evenest && headline.width(name) > WIDE ? evenest : [name];
}

/**
 * The name's lines and width, in ems, and the height of the picture, in its widths, for the styles: a
 * rule, since the policy refuses an attribute.
 */
export function firstViewSizes(name: string, picture: { width: number; height: number }): string {
  const lines = breakName(name);
  const ems = (widest(lines) + SIDES).toFixed(2);
  const ratio = (picture.height / picture.width).toFixed(3);
  return `:root{--title-ems:${ems};--title-lines:${lines.length};--picture-ratio:${ratio}}`;
}
