import { type Box, fitText, wrapText } from '../../shared/fit-text.ts';

/** In pixels. `x` is the left edge, or the middle where the context centres text; `y` is the middle. */
export interface TextStyle extends Omit<Box, 'height'> {
  x: number;
  y: number;
  /** By default that of one line. */
  height?: number;
  /** A colour of src/styles/tokens.css. */
  color: string;
  /** By default the serif. */
  face?: 'sans';
}

/** In pixels. */
const SMALLEST = 8;
/** Only these scripts have slanted letters. */
const SLANTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]*$/u;
/** Some of them reverse the text that follows. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The value of a custom property, such as a colour. */
export const cssVariable = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Writes a text as large as its box allows, and returns its lines. */
export function writeText(context: CanvasRenderingContext2D, text: string, style: TextStyle) {
  const box = { ...style, height: style.height ?? style.size };
  const visible = text.replace(INVISIBLE, ' ').trim();
  const slant = !style.face && SLANTED.test(visible) ? 'italic' : 'normal';
  const faces = cssVariable(style.face ?? 'serif');
  const hyphenated = visible.replace(/[^\s-]{17,}/g, hyphenate);
  // Breaks after spaces, hyphens and soft hyphens.
  const parts = hyphenated.match(/[^\s\u00ad-]*[\s\u00ad-]+|[^\s\u00ad-]+/g) ?? [hyphenated];
  const { measured, height, ascent, descent, pitch } = fitText(box, SMALLEST, (size) => {
    context.font = `${slant} 700 ${size}px ${faces}`;
    const lines = wrapText(parts, box.width, (line) => context.measureText(line).width);
    const measured = lines.map((line) => ({ line, ink: context.measureText(line) }));
    const most = (of: (ink: TextMetrics) => number) =>
      Math.max(...measured.map(({ ink }) => of(ink)));
    const ascent = most((ink) => ink.actualBoundingBoxAscent);
    const descent = most((ink) => ink.actualBoundingBoxDescent);
    const pitch = ascent + descent + 0.12 * size;
    const height = lines.length * pitch - 0.12 * size;
    // Slanted letters reach over their own widths.
    const width = most((ink) => ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight);
    return { measured, width, height, ascent, descent, pitch };
  });
  context.fillStyle = cssVariable(style.color);
  return measured.map(({ line, ink }, i) => {
    const toMiddle = (ink.actualBoundingBoxLeft - ink.actualBoundingBoxRight) / 2;
    const x = style.x + (context.textAlign === 'center' ? toMiddle : 0);
    const baseline = style.y - height / 2 + ascent + i * pitch;
    context.fillText(line, x, baseline);
    return { line, x, baseline, top: baseline - ascent, bottom: baseline + descent };
  });
}

/** Puts a soft hyphen between grapheme clusters. */
const hyphenate = (word: string) =>
  Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment).join('\u00ad');
