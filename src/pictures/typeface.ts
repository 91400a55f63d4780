import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkitten';
import type { Face } from '../../tools/art/type.ts';

const require = createRequire(import.meta.url);

/** A font package comes in parts; a text may need letters of several. */
const PARTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'];

/**
 * A face of a Fontsource package, such as ('jetbrains-mono', '700-normal'). What it has no letter
 * for, an emoji say, is left out. `tracking` is the space between letters, in ems.
 */
export function typeface(family: string, style: string, tracking = 0): Face {
  const fonts = PARTS.flatMap((part) => {
    try {
      const file = require.resolve(`@fontsource/${family}/files/${family}-${part}-${style}.woff`);
      const font = create(readFileSync(file));
      return font.isCollection ? [] : [font];
    } catch (error) {
      if (part === 'latin') throw error;
      return []; // Not every face has every part.
    }
  });

  const glyphs = (text: string) =>
    [...text.normalize()].flatMap((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const font = fonts.find((each) => each.hasGlyphForCodePoint(code));
      return font ? [{ glyph: font.glyphForCodePoint(code), em: font.unitsPerEm }] : [];
    });

  return {
    width: (text, size) =>
      glyphs(text).reduce(
        (sum, { glyph, em }) => sum + (glyph.advanceWidth / em + tracking) * size,
        -tracking * size,
      ),
    outline(text, size, x, y) {
      let pen = x;
      return glyphs(text)
        .map(({ glyph, em }) => {
          const path = glyph.path.transform(size / em, 0, 0, -size / em, pen, y).toSVG();
          pen += (glyph.advanceWidth / em + tracking) * size;
          return path;
        })
        .join('');
    },
  };
}
