import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { readFontFiles } from '../../src/pictures/typeface.ts';
import { readNames } from '../../src/site/names.ts';

const isDev = process.argv.includes('dev');

/** A check or a build leaves the files of a running `astro dev` alone. */
const OUT = resolve(isDev ? '.astro/display-face-dev' : '.astro/display-face');

/** In `astro dev` a changed name shows at once, and its letters have to be there. */
const ALSO = isDev ? String.fromCodePoint(...Array(0x180).keys()) : '';

/** As Astro's local font provider wants them. */
interface Variant {
  src: [string];
  weight: 900;
  style: 'italic';
  unicodeRange: [string, ...string[]];
}

/** The headline's face, cut down to the letters of the product's name: 25 KB become 1.4. */
export const headlineFont = () =>
  cutDown('headline', readNames().product.replaceAll(' ', '') + ALSO);

/** The same face with what a position is written in. */
export const digitsFont = () => cutDown('digits', '#,0123456789');

async function cutDown(name: string, text: string): Promise<[Variant, ...Variant[]]> {
  const left = new Set(text);
  const variants: Variant[] = [];
  mkdirSync(OUT, { recursive: true });
  for (const { file, font } of readFontFiles('playfair-display', '900-italic')) {
    const letters = [...left].filter((letter) => font.hasGlyphForCodePoint(codePoint(letter)));
    const [first, ...others] = letters.map((letter) => `U+${codePoint(letter).toString(16)}`);
    if (!first) continue;
    for (const letter of letters) left.delete(letter);
    const src = `${OUT}/${name}-${variants.length}.woff2`;
    writeFileSync(src, await subsetFont(file, letters.join(''), { targetFormat: 'woff2' }));
    variants.push({ src: [src], weight: 900, style: 'italic', unicodeRange: [first, ...others] });
  }
  const [first, ...others] = variants;
  if (!first) throw new Error('The product has no name. See npm run check:content.');
  return [first, ...others];
}

const codePoint = (letter: string) => letter.codePointAt(0) ?? 0;
