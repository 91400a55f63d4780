/** In pixels. `x` is the left edge, or the middle if the context centers text; `y` is the middle. */
interface TextStyle {
  x: number;
  y: number;
  width: number;
  /** The default is `size`. */
  height?: number;
  /** The largest font size. */
  size: number;
  /** A color of src/styles/tokens.css. */
  color: string;
  /** The default is serif. */
  font?: 'sans';
}

/** Only these scripts have slanted letters. */
const SLANTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]*$/u;
/** Bidi controls could reverse the text that follows. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The value of a custom property, such as a color. */
export const cssVariable = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Writes a line as large as its box allows, and returns where. */
export function writeText(context: CanvasRenderingContext2D, text: string, style: TextStyle) {
  const { width, height = style.size } = style;
  const line = text.replace(INVISIBLE, ' ').trim();
  const slant = !style.font && SLANTED.test(line) ? 'italic' : 'normal';
  const fonts = cssVariable(style.font ?? 'serif');
  function measureAt(size: number) {
    context.font = `${slant} 700 ${size}px ${fonts}`;
    return measureInk(context, line);
  }
  const largest = measureAt(style.size);
  const scale = Math.min(1, width / largest.width, height / largest.height);
  const ink = measureAt(style.size * scale);
  // Slanted ink isn't centered in its advance width.
  const x = style.x + (context.textAlign === 'center' ? (ink.left - ink.right) / 2 : 0);
  const top = style.y - ink.height / 2;
  const baseline = top + ink.ascent;
  context.fillStyle = cssVariable(style.color);
  context.fillText(line, x, baseline);
  return { line, x, baseline, top, bottom: top + ink.height };
}

/** What a line covers in pixels, since slanted letters exceed their advance widths. */
function measureInk(context: CanvasRenderingContext2D, line: string) {
  const metrics = context.measureText(line);
  const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = metrics;
  const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = metrics;
  return { left, right, ascent, width: left + right, height: ascent + descent };
}
