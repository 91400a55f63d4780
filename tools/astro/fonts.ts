import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { readFontFiles } from '../../src/pictures/typeface.ts';
import { readPlaceholderValues } from '../../src/site/placeholder-values.ts';

const isDev = process.argv.includes('dev');

/** A check or a build leaves the files of a running `astro dev` alone. */
const OUT = resolve(isDev ? '.astro/fonts-dev' : '.astro/fonts');

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');

/** ASCII, quotes and dashes, and the letters of names in Europe, in its east, and in Vietnam. */
const LETTERS = [
  `${range(0x20, 0x7e)}‘’“”–—…`,
  range(0xc0, 0xff),
  range(0x100, 0x17f),
  `ƠơƯư${range(0x1ea0, 0x1ef9)}`,
].join('');

/** In `astro dev` a changed name shows at once, and its letters have to be there. */
const ALSO = isDev ? LETTERS : '';

/** The title's own face, cut down to the letters of the product's name: 25 KB become 1.4. */
export function headlineFont() {
  const letters = readPlaceholderValues().product.replaceAll(' ', '');
  return cutDown('playfair-display', '900-italic', letters + ALSO);
}

/** For headings, pitch and position: 20 KB, and more for the letters that few names have. */
export const serifFont = () => cutDown('playfair-display', '700-italic', LETTERS);

/** For all else, in two weights of 12 KB. */
export const sansFont = async () => [
  ...(await cutDown('nunito', '400-normal', LETTERS)),
  ...(await cutDown('nunito', '700-normal', LETTERS)),
];

/** Returns the variants of Astro's local font provider: a file for each part of the face with letters of `text`. */
async function cutDown(family: string, look: string, text: string): Promise<object[]> {
  const left = new Set(text);
  const variants: object[] = [];
  const [weight, style] = look.split('-');
  mkdirSync(OUT, { recursive: true });
  for (const { file, font } of readFontFiles(family, look)) {
    const letters = [...left].filter((letter) => font.hasGlyphForCodePoint(codePoint(letter)));
    if (!letters.length) continue;
    for (const letter of letters) left.delete(letter);
    const src = `${OUT}/${family}-${look}-${variants.length}.woff2`;
    writeFileSync(src, await subsetFont(file, letters.join(''), { targetFormat: 'woff2' }));
    variants.push({ src: [src], weight, style, unicodeRange: unicodeRanges(letters) });
  }
  if (!variants.length) throw new Error('The product has no name. See npm run check:content.');
  return variants;
}

const codePoint = (letter: string) => letter.codePointAt(0) ?? 0;

/** As CSS writes them, such as `U+20-7e`. */
function unicodeRanges(letters: string[]): string[] {
  const ranges: [number, number][] = [];
  for (const point of letters.map(codePoint).sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  return ranges.map((ends) => `U+${[...new Set(ends)].map((end) => end.toString(16)).join('-')}`);
}
