import { type Box, fitText, wrapText } from '../../shared/fit-text.ts';

/** In pixels. `x` is the left edge, or the middle if the context centers text; `y` is the middle. */
interface TextStyle extends Omit<Box, 'height'> {
  x: number;
  y: number;
  /** The default is one line. */
  height?: number;
  /** A color of src/styles/tokens.css. */
  color: string;
  /** The default is serif. */
  font?: 'sans';
}

/** In pixels. */
const SMALLEST = 8;
/** Only these scripts have slanted letters. */
const SLANTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]*$/u;
/** Bidi controls could reverse the text that follows. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The value of a custom property, such as a color. */
export const cssVariable = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Writes text as large as its box allows, and returns its lines. */
export function writeText(context: CanvasRenderingContext2D, text: string, style: TextStyle) {
  const box = { ...style, height: style.height ?? style.size };
  const visible = text.replace(INVISIBLE, ' ').trim();
  const slant = !style.font && SLANTED.test(visible) ? 'italic' : 'normal';
  const fonts = cssVariable(style.font ?? 'serif');
  const parts = splitAtBreaks(visible);
  const block = fitText(box, SMALLEST, (size) => {
    context.font = `${slant} 700 ${size}px ${fonts}`;
    const lines = wrapText(parts, box.width, (line) => context.measureText(line).width);
    return measureLines(context, lines, 0.12 * size);
  });
  context.fillStyle = cssVariable(style.color);
  return block.lines.map(({ line, ink }, i) => {
    // Slanted ink isn't centered in its advance width.
    const toMiddle = (ink.actualBoundingBoxLeft - ink.actualBoundingBoxRight) / 2;
    const x = style.x + (context.textAlign === 'center' ? toMiddle : 0);
    const top = style.y - block.height / 2 + i * block.lineHeight;
    const baseline = top + block.ascent;
    context.fillText(line, x, baseline);
    return { line, x, baseline, top, bottom: baseline + block.descent };
  });
}

/** Splits text where a line may break: after spaces, hyphens and soft hyphens. */
function splitAtBreaks(text: string): string[] {
  const hyphenated = text.replace(/[^\s-]{17,}/g, hyphenate);
  return hyphenated.match(/[^\s\u00ad-]*[\s\u00ad-]+|[^\s\u00ad-]+/g) ?? [hyphenated];
}

/** Measures ink in pixels, since slanted letters exceed their advance widths. `gap` is between lines. */
function measureLines(context: CanvasRenderingContext2D, texts: string[], gap: number) {
  const lines = texts.map((line) => ({ line, ink: context.measureText(line) }));
  const largest = (sizeOf: (ink: TextMetrics) => number) =>
    Math.max(...lines.map(({ ink }) => sizeOf(ink)));
  const width = largest((ink) => ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight);
  const ascent = largest((ink) => ink.actualBoundingBoxAscent);
  const descent = largest((ink) => ink.actualBoundingBoxDescent);
  const lineHeight = ascent + descent + gap;
  return { lines, width, height: lines.length * lineHeight - gap, ascent, descent, lineHeight };
}

/** Puts a soft hyphen between grapheme clusters. */
const hyphenate = (word: string) =>
  Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment).join('\u00ad');
