import { type Box, fitText, wrapText } from '../../shared/fit-text.ts';

/** In pixels. */
const SMALLEST = 8;
/** Only these scripts have slanted letters. */
const SLANTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]*$/u;
/** Some of them reverse the text that follows. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The display face, then a serif of the system for scripts that it lacks. */
export const fontOf = (size: number, style = 'italic') =>
  `${style} 900 ${size}px Display, "Iowan Old Style", "Noto Serif", Georgia, serif`;

/** Sets the context's font as large as the box around `middle` allows, and returns the lines, in pixels. */
export function setText(context: CanvasRenderingContext2D, text: string, middle: number, box: Box) {
  const visible = text.replace(INVISIBLE, ' ').trim();
  const style = SLANTED.test(visible) ? 'italic' : 'normal';
  const hyphenated = visible.replace(/[^\s-]{17,}/g, hyphenate);
  // Breaks after spaces, hyphens and soft hyphens.
  const parts = hyphenated.match(/[^\s\u00ad-]*[\s\u00ad-]+|[^\s\u00ad-]+/g) ?? [hyphenated];
  const { lines, height, ascent, descent, pitch } = fitText(box, SMALLEST, (size) => {
    context.font = fontOf(size, style);
    const lines = wrapText(parts, box.width, (line) => context.measureText(line).width);
    const inks = lines.map((line) => context.measureText(line));
    const most = (of: (ink: TextMetrics) => number) => Math.max(...inks.map(of));
    const ascent = most((ink) => ink.actualBoundingBoxAscent);
    const descent = most((ink) => ink.actualBoundingBoxDescent);
    const pitch = ascent + descent + 0.12 * size;
    const height = lines.length * pitch - 0.12 * size;
    return { lines, width: most((ink) => ink.width), height, ascent, descent, pitch };
  });
  return lines.map((line, i) => {
    const baseline = middle - height / 2 + ascent + i * pitch;
    return { line, baseline, top: baseline - ascent, bottom: baseline + descent };
  });
}

/** By the letters that people count. */
const hyphenate = (word: string) =>
  Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment).join('\u00ad');
