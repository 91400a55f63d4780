import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { readPlaceholderValues } from '../../src/site/placeholder-values.ts';

const require = createRequire(import.meta.url);
const isDev = process.argv.includes('dev');

/** Two folders, so that a check or a build doesn't touch the files of a running `astro dev`. */
const OUT = resolve(isDev ? '.astro/fonts-dev' : '.astro/fonts');

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');

/** ASCII, quotes, dashes, and the letters of names in Western and Eastern Europe and in Vietnam. */
const LETTERS = [
  `${range(0x20, 0x7e)}‘’“”–—…`,
  range(0xc0, 0xff),
  range(0x100, 0x17f),
  `ƠơƯư${range(0x1ea0, 0x1ef9)}`,
].join('');

/** The title's own font, cut down to the letters of the product's name, from 25 KB to 1.4. */
export function headlineFont() {
  // In `astro dev` the name may change, and its new letters must be included.
  const letters = readPlaceholderValues().product + (isDev ? LETTERS : '');
  // The space's font sets the line height. Without it, the title doesn't move when its font arrives.
  return cutDown('playfair-display', '900-italic', letters.replaceAll(' ', ''));
}

/** For headings, pitch and position: 20 KB, and more for letters that few names have. */
export const serifFont = () => cutDown('playfair-display', '700-italic', LETTERS);

/** For everything else, in two weights of 12 KB. */
export const sansFont = async () => [
  ...(await cutDown('nunito', '400-normal', LETTERS)),
  ...(await cutDown('nunito', '700-normal', LETTERS)),
];

/** Returns the variants of Astro's local font provider: a file for each script that has letters of `text`. */
async function cutDown(family: string, look: string, text: string): Promise<object[]> {
  const variants: object[] = [];
  const [weight, style] = look.split('-');
  mkdirSync(OUT, { recursive: true });
  // Fontsource splits a font by script: { "latin": "U+0000-00FF,U+0131", … }.
  const scripts: Record<string, string> = require(`@fontsource/${family}/unicode.json`);
  for (const [script, ranges] of Object.entries(scripts)) {
    // As a character class: [\u{0000}-\u{00FF}\u{0131}].
    const characters = ranges.replaceAll(',', '').replace(/(?:U\+)?([\dA-F]+)/gi, '\\u{$1}');
    const letters = [...new Set(text.match(new RegExp(`[${characters}]`, 'gu')))];
    if (!letters.length) continue;
    const path = require.resolve(`@fontsource/${family}/files/${family}-${script}-${look}.woff`);
    const src = `${OUT}/${family}-${look}-${script}.woff2`;
    const subset = await subsetFont(readFileSync(path), letters.join(''), {
      targetFormat: 'woff2',
    });
    writeFileSync(src, subset);
    variants.push({ src: [src], weight, style, unicodeRange: rangesOf(letters) });
  }
  if (!variants.length) throw new Error('The product has no name. See npm run check:content.');
  return variants;
}

/** In CSS notation, such as U+61-7a: shorter than all ranges of the script. */
function rangesOf(letters: string[]): string[] {
  const hex = (point: number) => point.toString(16);
  const points = letters.map((letter) => letter.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  const firsts = points.filter((point) => !points.includes(point - 1));
  return firsts.map((first) => {
    let last = first;
    while (points.includes(last + 1)) last++;
    return last === first ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`;
  });
}
