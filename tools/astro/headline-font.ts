import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { readFontFiles } from '../../src/pictures/typeface.ts';
import { readNames } from '../../src/site/content-file.ts';

const isDev = process.argv.includes('dev');

/** A check or a build leaves the files of a running `astro dev` alone. */
const OUT = resolve(isDev ? '.astro/display-face-dev' : '.astro/display-face');

/** In `astro dev` a changed name shows at once, and its letters have to be there. */
const ALSO = isDev ? String.fromCodePoint(...Array(0x180).keys()) : '';

/** The headline's face, cut down to the letters of the product's name: 25 KB become 1.4. */
export const headlineFont = () =>
  cutDown('headline', readNames().product.replaceAll(' ', '') + ALSO);

/** The same face with what a position is written in. */
export const digitsFont = () => cutDown('digits', '#,0123456789');

/** Returns the variants of Astro's local font provider. */
async function cutDown(name: string, text: string): Promise<object[]> {
  const left = new Set(text);
  const variants: object[] = [];
  mkdirSync(OUT, { recursive: true });
  for (const { file, font } of readFontFiles('playfair-display', '900-italic')) {
    const letters = [...left].filter((letter) => font.hasGlyphForCodePoint(codePoint(letter)));
    if (!letters.length) continue;
    for (const letter of letters) left.delete(letter);
    const src = `${OUT}/${name}-${variants.length}.woff2`;
    writeFileSync(src, await subsetFont(file, letters.join(''), { targetFormat: 'woff2' }));
    const unicodeRange = letters.map((letter) => `U+${codePoint(letter).toString(16)}`);
    variants.push({ src: [src], weight: 900, style: 'italic', unicodeRange });
  }
  if (!variants.length) throw new Error('The product has no name. See npm run check:content.');
  return variants;
}

const codePoint = (letter: string) => letter.codePointAt(0) ?? 0;
