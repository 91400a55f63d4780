import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkitten';

/** A loaded face: sets a line of text as an outline, so the picture needs no installed font. */
export type Face = {
  width(text: string, size: number): number;
  /** SVG path data of `text` with its baseline starting at (x, y). */
  outline(text: string, size: number, x: number, y: number): string;
};

function loadFace(file: string): Face {
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(file))));
  if (font.isCollection) throw new Error(`${file} holds several fonts; name one with one face.`);
  return {
    width: (text, size) =>
      font.glyphsForString(text).reduce((sum, glyph) => sum + glyph.advanceWidth, 0) *
      (size / font.unitsPerEm),
    outline(text, size, x, y) {
      const scale = size / font.unitsPerEm;
      let pen = x;
      return font
        .glyphsForString(text)
        .map((glyph) => {
          const path = glyph.path.transform(scale, 0, 0, -scale, pen, y).toSVG();
          pen += glyph.advanceWidth * scale;
          return path;
        })
        .join('');
    },
  };
}

export const sans = loadFace('@fontsource/nunito/files/nunito-latin-700-normal.woff');
export const sansBold = loadFace('@fontsource/nunito/files/nunito-latin-800-normal.woff');
export const display = loadFace(
  '@fontsource/playfair-display/files/playfair-display-latin-900-italic.woff',
);
