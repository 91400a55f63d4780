import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const SITE = new URL('../../src/content/site.md', import.meta.url);
const OUT = new URL('../../.astro/headline/', import.meta.url);

/** In `astro dev` a changed name shows at once, and its letters have to be there. */
const isDev = process.argv.includes('dev');
const LATIN = String.fromCodePoint(...Array.from({ length: 0xff }, (_, index) => index + 1));

interface Variant {
  src: [string];
  weight: 900;
  style: 'italic';
  unicodeRange: [string, ...string[]];
}

/**
 * The headline's face, cut down to the letters of the product's name (25 KB become 1.4) for a build, as
 * variants for Astro's local font provider. Throws where the face lacks one of them.
 */
export async function headlineFont(): Promise<[Variant, ...Variant[]]> {
  const [, name = ''] = readFileSync(SITE, 'utf8').match(/^product: *["']?(.+?)["']? *$/m) ?? [];
  const ranges: Record<string, string> = require('@fontsource/playfair-display/unicode.json');
  const left = new Set((isDev ? name + LATIN : name).replaceAll(' ', ''));
  const variants: Variant[] = [];
  mkdirSync(OUT, { recursive: true });
  for (const subset of ['latin', 'latin-ext', 'cyrillic', 'vietnamese']) {
    const letters = [...left].filter((letter) => isWithin(ranges[subset] ?? '', letter));
    if (!letters.length) continue;
    for (const letter of letters) left.delete(letter);
    const file = `@fontsource/playfair-display/files/playfair-display-${subset}-900-italic.woff2`;
    const font = await subsetFont(readFileSync(require.resolve(file)), letters.join(''), {
      targetFormat: 'woff2',
    });
    const target = new URL(`${subset}.woff2`, OUT);
    writeFileSync(target, font);
    const unicodeRange = letters.map((letter) => `U+${codePoint(letter).toString(16)}`);
    variants.push({
      src: [fileURLToPath(target)],
      weight: 900,
      style: 'italic',
      unicodeRange: unicodeRange as Variant['unicodeRange'],
    });
  }
  const [first, ...rest] = variants;
  if (first && !left.size) return [first, ...rest];
  throw new Error(
    `src/content/site.md: the headline's typeface has no "${[...left].join('')}" for product: ${name}`,
  );
}

const codePoint = (letter: string) => letter.codePointAt(0) ?? 0;

/** Whether a CSS unicode-range such as `U+0000-00FF,U+0131` holds the letter. */
function isWithin(unicodeRange: string, letter: string): boolean {
  return unicodeRange.split(',').some((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return from <= codePoint(letter) && codePoint(letter) <= to;
  });
}
