import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkitten';

/** Draws a line of text as an outline, so that a picture needs no installed font. */
export interface Typeface {
  width(text: string, size: number): number;
  /** SVG path data of `text` with its baseline starting at (x, y). */
  outline(text: string, size: number, x: number, y: number): string;
}

const require = createRequire(import.meta.url);

/** Fontsource splits a face by script. */
const PARTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese'];

/** Reads the files of a Fontsource face such as ('jetbrains-mono', '700-normal'). */
export function readFontFiles(family: string, style: string) {
  return PARTS.flatMap((part) => {
    try {
      const path = require.resolve(`@fontsource/${family}/files/${family}-${part}-${style}.woff`);
      const file = readFileSync(path);
      const font = create(file);
      return font.isCollection ? [] : [{ file, font }];
    } catch (error) {
      if (part === 'latin') throw error;
      return []; // Not every face has every part.
    }
  });
}

/** A face that leaves out letters which it lacks. `tracking` is in ems. */
export function typeface(family: string, style: string, tracking = 0): Typeface {
  const fonts = readFontFiles(family, style).map(({ font }) => font);
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

/** The letters of `text` that the display face lacks, as they are or as capitals. */
export function missingLetters(text: string): string[] {
  const fonts = readFontFiles('playfair-display', '900-italic').map(({ font }) => font);
  const isDrawn = (letter: string) =>
    fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const letters = new Set(text.normalize());
  return [...letters].filter((letter) => ![letter, ...letter.toUpperCase()].every(isDrawn));
}
