import type { Typeface } from './typeface.ts';

interface Box {
  width: number;
  height: number;
  /** The size of a text that has room enough; a longer one is set smaller. */
  size: number;
  /** From baseline to baseline, in sizes. */
  leading: number;
}

/** A text in lines. */
export interface Setting {
  size: number;
  height: number;
  lines: string[];
  /** Path data, with the upper left corner of the first line at (x, y). */
  outline(x: number, y: number): string;
}

/** Nothing smaller can be read in a chat, where the picture is a quarter as wide. */
const SMALLEST = 16;
/** The baseline, in sizes under the top of a line: about what our faces' ascenders take. */
export const BASELINE = 0.86;

/**
 * Breaks a text after its spaces and underscores into lines, as large as fits into the box and as
 * even as so many lines allow.
 */
export function setText(face: Typeface, text: string, box: Box): Setting {
  // An emoji that the face has no glyph for would leave its space behind.
  const words = text.split(/(?<=[ _])/).filter((word) => face.outline(word, 1, 0, 0));
  let size = box.size;
  let lines = wrap(face, words, size, box.width);
  while (size > SMALLEST && !fits()) {
    size -= 1;
    lines = wrap(face, words, size, box.width);
  }
  for (let width = box.width; width > 0; width -= size / 4) {
    const narrower = wrap(face, words, size, width);
    if (narrower.length > lines.length || widest(narrower) > width) break;
    lines = narrower;
  }
  const leading = box.leading * size;
  return {
    size,
    height: lines.length * leading,
    lines,
    outline: (x, y) =>
      lines
        .map((line, i) => face.outline(line, size, x, y + i * leading + BASELINE * size))
        .join(''),
  };

  function widest(set: string[]) {
    return Math.max(...set.map((line) => face.width(line, size)));
  }
  function fits() {
    return lines.length * box.leading * size <= box.height && widest(lines) <= box.width;
  }
}

function wrap(face: Typeface, words: string[], size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    const goesOn = lines.length > 0 && face.width(longer.trimEnd(), size) <= width;
    if (goesOn) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}
