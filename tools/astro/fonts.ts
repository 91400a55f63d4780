import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fontProviders } from 'astro/config';
import subsetFont from 'subset-font';
import { readPlaceholderValues } from '../../src/content-check/read-content.ts';

const require = createRequire(import.meta.url);

/** One for dev and one for builds, since `astro dev` restarts if a font that it has loaded is written. */
const OUT = resolve(`.astro/fonts/${process.env.NODE_ENV}`);

/** ASCII, punctuation, and the letters of European and Vietnamese names; Fontsource has a file per script. */
const LETTERS = {
  latin: ['20-7e', 'c0-ff', '2013-2026'],
  'latin-ext': ['100-17f'],
  vietnamese: ['1a0-1b0', '1ea0-1ef9'],
};

/**
 * A font for Astro's config, called `name` in CSS, with a file of up to 20 KB for each look (weight and style) and script.
 * The title's own, `headline`, is cut down to the letters of the product's name, from 25 KB to 1.4.
 */
export async function font(name: string, family: string, ...looks: string[]) {
  const isHeadline = name === 'headline';
  const product = isHeadline ? readPlaceholderValues().product : '';
  // In `astro dev` the name may change, and its new letters must be included.
  const hasAll = !isHeadline || process.env.NODE_ENV === 'development';
  const isUsed = (letter: string) => hasAll || ` ${product}`.includes(letter);
  const variants: object[] = [];
  mkdirSync(OUT, { recursive: true });
  for (const look of looks) {
    const [weight, style] = look.split('-');
    for (const [script, ranges] of Object.entries(LETTERS)) {
      const letters = ranges.flatMap(lettersIn).filter(isUsed).join('');
      if (!letters) continue;
      const path = require.resolve(`@fontsource/${family}/files/${family}-${script}-${look}.woff`);
      const src = `${OUT}/${family}-${look}-${script}.woff2`;
      const cut = (targetFormat: 'truetype' | 'woff2') =>
        subsetFont(readFileSync(path), letters, { targetFormat });
      // sharp, which draws the name in link previews, reads no compressed fonts.
      if (isHeadline) write(src.replace('woff2', 'ttf'), await cut('truetype'));
      write(src, await cut('woff2'));
      variants.push({
        src: [src],
        weight,
        style,
        unicodeRange: ranges.map((range) => `U+${range}`),
      });
    }
  }
  const provider = fontProviders.local();
  // The fallbacks are in src/styles/tokens.css.
  return { name, cssVariable: `--${name}`, fallbacks: [], provider, options: { variants } };
}

/** Writes a file unless it has these bytes. */
function write(path: string, font: Buffer) {
  if (!existsSync(path) || !readFileSync(path).equals(font)) writeFileSync(path, font);
}

/** The letters in a range such as 61-7a, in hexadecimal digits. */
function lettersIn(range: string): string[] {
  const [first = 0, last = 0] = range.split('-').map((hex) => Number.parseInt(hex, 16));
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
}
