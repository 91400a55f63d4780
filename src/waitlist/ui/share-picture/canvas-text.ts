import { type Box, fitText, wrapText } from '../../shared/fit-text.ts';

type Face = 'serif' | 'sans';

/** In pixels: `y` is the middle of the box; `x` its left edge, or its middle where text is centred. */
export type TextBox = Box & { x: number; y: number };

interface Line {
  text: string;
  baseline: number;
  top: number;
  bottom: number;
}

/** In pixels. */
const SMALLEST = 8;
/** Only these scripts have slanted letters. */
const SLANTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]*$/u;
/** Some of them reverse the text that follows. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The value of a custom property of src/styles/tokens.css. */
export const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const fontOf = (face: Face, size: number, style = 'italic') =>
  `${face === 'serif' ? style : 'normal'} 700 ${size}px ${token(face)}`;

/** Loads the letters of `text` in a face of the page. Where they do not come, the system's are drawn. */
export async function loadLetters(face: Face, text: string) {
  // The faces behind the first comma are the system's, and no file.
  const [own = ''] = fontOf(face, 99).split(',');
  await document.fonts.load(own, text).catch(() => []);
}

/** Sets the context's font as large as the box allows, and returns the lines, in pixels. */
export function layOutText(
  context: CanvasRenderingContext2D,
  text: string,
  box: TextBox,
  face: Face = 'serif',
): Line[] {
  const visible = text.replace(INVISIBLE, ' ').trim();
  const style = SLANTED.test(visible) ? 'italic' : 'normal';
  const hyphenated = visible.replace(/[^\s-]{17,}/g, hyphenate);
  // Breaks after spaces, hyphens and soft hyphens.
  const parts = hyphenated.match(/[^\s\u00ad-]*[\s\u00ad-]+|[^\s\u00ad-]+/g) ?? [hyphenated];
  const { lines, height, ascent, descent, pitch } = fitText(box, SMALLEST, (size) => {
    context.font = fontOf(face, size, style);
    const lines = wrapText(parts, box.width, (line) => context.measureText(line).width);
    const inks = lines.map((line) => context.measureText(line));
    const most = (of: (ink: TextMetrics) => number) => Math.max(...inks.map(of));
    const ascent = most((ink) => ink.actualBoundingBoxAscent);
    const descent = most((ink) => ink.actualBoundingBoxDescent);
    const pitch = ascent + descent + 0.12 * size;
    const height = lines.length * pitch - 0.12 * size;
    // Slanted letters reach over their own widths.
    const width = most((ink) => ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight);
    return { lines, width, height, ascent, descent, pitch };
  });
  return lines.map((line, i) => {
    const baseline = box.y - height / 2 + ascent + i * pitch;
    return { text: line, baseline, top: baseline - ascent, bottom: baseline + descent };
  });
}

export function writeText(...layout: Parameters<typeof layOutText>) {
  const [context, , { x }] = layout;
  for (const { text, baseline } of layOutText(...layout)) context.fillText(text, x, baseline);
}

/** By the letters that people count. */
const hyphenate = (word: string) =>
  Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment).join('\u00ad');
