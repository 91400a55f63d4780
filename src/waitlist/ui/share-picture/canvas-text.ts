/** In pixels. `x` is the left edge, or the middle if the context centers text; `y` is the middle. */
interface TextStyle {
  x: number;
  y: number;
  width: number;
  /** The default is one line. */
  height?: number;
  /** The largest font size. */
  size: number;
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
/** Long words get a hyphen after each of these, so that a name of 50 letters takes at most three lines. */
const LONG_PART = /[^\s-]{17}(?=[^\s\p{M}-])/gu;

/** The value of a custom property, such as a color. */
export const cssVariable = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Writes text as large as its box allows, and returns its lines. */
export function writeText(context: CanvasRenderingContext2D, text: string, style: TextStyle) {
  const { width, height = style.size } = style;
  const visible = text.replace(INVISIBLE, ' ').trim().replace(LONG_PART, '$&-');
  const slant = !style.font && SLANTED.test(visible) ? 'italic' : 'normal';
  const fonts = cssVariable(style.font ?? 'serif');
  function layOut(size: number) {
    context.font = `${slant} 700 ${size}px ${fonts}`;
    return measureLines(context, wrapText(context, visible, width), 0.12 * size);
  }
  let { size } = style;
  let block = layOut(size);
  while (size > SMALLEST && (block.width > width || block.height > height)) {
    size -= 1;
    block = layOut(size);
  }
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

/** Breaks lines after spaces and hyphens. A word that is too wide gets a line of its own. */
function wrapText(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.match(/[^\s-]*[\s-]+|[^\s-]+/g) ?? []) {
    const last = lines.pop() ?? '';
    const fits = context.measureText((last + part).trim()).width <= width;
    if (fits || !last) lines.push(last + part);
    else lines.push(last, part);
  }
  return lines.map((line) => line.trim());
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
