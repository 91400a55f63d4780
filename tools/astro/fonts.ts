import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { readPlaceholderValues } from '../../src/content-check/read-content.ts';

const require = createRequire(import.meta.url);
const isDev = process.env.NODE_ENV === 'development';

/** One for dev and one for builds, since `astro dev` restarts if a font that it has loaded is written. */
const OUT = resolve(`.astro/fonts/${process.env.NODE_ENV}`);

/** ASCII, punctuation, and the letters of European and Vietnamese names; Fontsource has a file per script. */
const LETTERS = {
  latin: ['U+20-7e', 'U+c0-ff', 'U+2013-2026'],
  'latin-ext': ['U+100-17f'],
  vietnamese: ['U+1a0-1b0', 'U+1ea0-1ef9'],
};

/** The title's own font, cut down to the letters of the product's name, from 25 KB to 1.4. */
export function headlineFont() {
  const { product } = readPlaceholderValues();
  // In `astro dev` the name may change, and its new letters must be included.
  const isUsed = (letter: string) => isDev || ` ${product}`.includes(letter);
  return cutDown('playfair-display', '900-italic', isUsed, true);
}

/** Returns the variants of Astro's local font provider: a file of up to 20 KB for each script. */
export async function cutDown(
  family: string,
  look: string,
  isUsed = (_letter: string) => true,
  isForPictures = false,
) {
  const variants: object[] = [];
  const [weight, style] = look.split('-');
  mkdirSync(OUT, { recursive: true });
  for (const [script, ranges] of Object.entries(LETTERS)) {
    const letters = ranges.flatMap(lettersIn).filter(isUsed).join('');
    if (!letters) continue;
    const path = require.resolve(`@fontsource/${family}/files/${family}-${script}-${look}.woff`);
    const src = `${OUT}/${family}-${look}-${script}.woff2`;
    const cut = (targetFormat: 'truetype' | 'woff2') =>
      subsetFont(readFileSync(path), letters, { targetFormat });
    // sharp, which draws the name in link previews, reads no compressed fonts.
    if (isForPictures) write(src.replace('woff2', 'ttf'), await cut('truetype'));
    write(src, await cut('woff2'));
    variants.push({ src: [src], weight, style, unicodeRange: ranges });
  }
  return variants;
}

/** Writes a file unless it has these bytes. */
function write(path: string, font: Buffer) {
  if (!existsSync(path) || !readFileSync(path).equals(font)) writeFileSync(path, font);
}

/** The letters in a range such as U+61-7a. */
function lettersIn(range: string): string[] {
  const [first = 0, last = 0] =
    range.match(/[\da-f]+/g)?.map((hex) => Number.parseInt(hex, 16)) ?? [];
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
}
