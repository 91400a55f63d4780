import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkitten';

/** Draws a line of text as an outline, so that a picture needs no installed font. */
export interface Typeface {
  /** In ems. */
  width(text: string): number;
  /** SVG path data of `text` from x = 0, with its baseline at `y`, in thousandths of an em. */
  outline(text: string, y: number): string;
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
    width: (text) =>
      glyphs(text).reduce(
        (sum, { glyph, em }) => sum + glyph.advanceWidth / em + tracking,
        -tracking,
      ),
    outline(text, y) {
      let x = 0;
      const paths = glyphs(text).map(({ glyph, em }) => {
        const path = glyph.path.transform(1000 / em, 0, 0, -1000 / em, x, y).toSVG();
        x += 1000 * (glyph.advanceWidth / em + tracking);
        return path;
      });
      return paths.join('');
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
