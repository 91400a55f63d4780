import { type Box, fitText, wrapText } from '../waitlist/shared/fit-text.ts';
import type { Typeface } from './typeface.ts';

export interface TextOutline {
  /** In pixels, as all that follows. */
  size: number;
  height: number;
  /** The right edge and the top of the last line. */
  end: { x: number; y: number };
  /** An SVG path with its upper left corner at (x, y). */
  path(id: string, x: number, y: number): string;
}

/** Nothing smaller can be read in a chat, where the picture is a quarter as wide. */
const SMALLEST = 16;
/** The baseline, in sizes under the top of a line: about what the faces' ascenders take. */
const BASELINE = 0.86;

/**
 * Breaks a text after spaces and underscores into even lines, as large as the box allows. `leading` is
 * from baseline to baseline, in sizes.
 */
export function outlineText(face: Typeface, text: string, leading: number, box: Box): TextOutline {
  // A word without a letter in this face would leave its space behind.
  const words = text.split(/(?<=[ _])/).filter((word) => face.outline(word, 0));
  const wrap = (ems: number) => wrapText(words, ems, face.width);
  const widest = (lines: string[]) => Math.max(...lines.map(face.width));
  const fitted = fitText(box, SMALLEST, (size) => {
    const lines = wrap(box.width / size);
    return { lines, size, width: widest(lines) * size, height: lines.length * leading * size };
  });
  const { size, height } = fitted;
  let { lines } = fitted;
  for (let width = box.width / size; width > 0; width -= 0.25) {
    const narrower = wrap(width);
    if (narrower.length > lines.length || widest(narrower) > width) break;
    lines = narrower;
  }

  const end = {
    x: face.width(lines.at(-1) ?? '') * size,
    y: (lines.length - 1) * leading * size,
  };
  const outlines = lines.map((line, i) => face.outline(line, 1000 * (i * leading + BASELINE)));
  const path = (id: string, x: number, y: number) => {
    const place = `translate(${x} ${y}) scale(${size / 1000})`;
    return `<path id="${id}" d="${outlines.join('')}" transform="${place}"/>`;
  };
  return { size, height, end, path };
}
