/** In pixels; `y` is the middle, and `size` the largest. */
type Box = Record<'y' | 'width' | 'height' | 'size', number>;

/** Only these scripts have slanted letters. */
const SLANTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]*$/u;
/** Some of them reverse the text that follows. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** The display face, then a serif of the system for scripts that it lacks. */
export const fontOf = (size: number, style = 'italic') =>
  `${style} 900 ${size}px Display, "Iowan Old Style", "Noto Serif", Georgia, serif`;

/** Sets the context's font as large as a box allows, in pixels, and returns the lines. */
export function fitText(context: CanvasRenderingContext2D, text: string, box: Box) {
  const visible = text.replace(INVISIBLE, ' ').trim();
  const style = SLANTED.test(visible) ? 'italic' : 'normal';
  const parts = visible.replace(/[^\s-]{17,}/g, hyphenate);
  for (let size = box.size; ; size -= 2) {
    context.font = fontOf(size, style);
    const lines = wrap(context, parts, box.width);
    const inks = lines.map((line) => context.measureText(line));
    const most = (of: (ink: TextMetrics) => number) => Math.max(...inks.map(of));
    const ascent = most((ink) => ink.actualBoundingBoxAscent);
    const descent = most((ink) => ink.actualBoundingBoxDescent);
    const pitch = ascent + descent + 0.12 * size;
    const height = lines.length * pitch - 0.12 * size;
    if (size < 8 || (height <= box.height && most((ink) => ink.width) <= box.width)) {
      return lines.map((line, i) => {
        const baseline = box.y - height / 2 + ascent + i * pitch;
        return { line, baseline, top: baseline - ascent, bottom: baseline + descent };
      });
    }
  }
}

/** Breaks after spaces, hyphens and soft hyphens. */
function wrap(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const seen = (line: string) =>
    line
      .trim()
      .replace(/\u00ad$/, '-')
      .replaceAll('\u00ad', '');
  const lines: string[] = [];
  for (const part of text.match(/[^\s\u00ad-]*[\s\u00ad-]+|[^\s\u00ad-]+/g) ?? [text]) {
    const longer = `${lines.at(-1) ?? ''}${part}`;
    const goesOn = lines.length > 0 && context.measureText(seen(longer)).width <= width;
    if (goesOn) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map(seen);
}

/** By the letters that people count. */
const hyphenate = (word: string) =>
  Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment).join('\u00ad');
