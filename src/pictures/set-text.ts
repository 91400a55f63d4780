import type { Typeface } from './typeface.ts';

interface Box {
  width: number;
  height: number;
  /** In pixels, and smaller where the text lacks room. */
  size: number;
  /** From baseline to baseline, in sizes. */
  leading: number;
}

export interface Setting {
  size: number;
  height: number;
  /** The right edge and the top of the last line. */
  end: { x: number; y: number };
  /** An SVG path; (x, y) is the upper left, or upper middle, of the text. */
  path(id: string, x: number, y: number, align?: 'middle'): string;
}

/** Nothing smaller can be read in a chat, where the picture is a quarter as wide. */
const SMALLEST = 16;
/** The baseline, in sizes under the top of a line: about what the faces' ascenders take. */
const BASELINE = 0.86;

/** Breaks a text after spaces and underscores into even lines, as large as the box allows. */
export function setText(face: Typeface, text: string, box: Box): Setting {
  // A word without a letter in this face would leave its space behind.
  const words = text.split(/(?<=[ _])/).filter((word) => face.outline(word, 1, 0, 0));
  const widest = (lines: string[]) => Math.max(...lines.map((line) => face.width(line, 1)));
  let size = box.size;
  let lines = wrap(face, words, box.width / size);
  while (
    size > SMALLEST &&
    (lines.length * box.leading * size > box.height || widest(lines) * size > box.width)
  ) {
    size -= 1;
    lines = wrap(face, words, box.width / size);
  }
  for (let width = box.width / size; width > 0; width -= 0.25) {
    const narrower = wrap(face, words, width);
    if (narrower.length > lines.length || widest(narrower) > width) break;
    lines = narrower;
  }

  return {
    size,
    height: lines.length * box.leading * size,
    end: {
      x: face.width(lines.at(-1) ?? '', size),
      y: (lines.length - 1) * box.leading * size,
    },
    path(id, x, y, align) {
      const outlines = lines.map((line, i) => {
        const left = align ? -face.width(line, 1000) / 2 : 0;
        return face.outline(line, 1000, left, 1000 * (i * box.leading + BASELINE));
      });
      const place = `translate(${x} ${y}) scale(${size / 1000})`;
      return `<path id="${id}" d="${outlines.join('')}" transform="${place}"/>`;
    },
  };
}

function wrap(face: Typeface, words: string[], ems: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    const goesOn = lines.length > 0 && face.width(longer.trimEnd(), 1) <= ems;
    if (goesOn) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}
