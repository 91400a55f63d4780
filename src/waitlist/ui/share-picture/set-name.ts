/** The display face, then a serif of the system for scripts that it lacks. */
export const FACE = 'Cover';
export const fontOf = (size: number, style = 'italic') =>
  `${style} 900 ${size}px ${FACE}, "Iowan Old Style", "Noto Serif", Georgia, serif`;

/** A name in lines. */
export interface Setting {
  font: string;
  direction: CanvasDirection;
  lines: { text: string; baseline: number }[];
  /** The ink of the highest line above its baseline, and of the lowest below, in pixels. */
  ascent: number;
  descent: number;
}

/** Only these scripts have slanted letters. */
const SLANTED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]*$/u;
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** Letters that are joined lose their shape where a word is broken. */
const JOINED = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}]/u;
/** Has no shape of its own, and could turn around what follows. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Smaller than this, a word is broken: a third of it is what a small story shows. */
const SMALLEST = 72;
const LARGEST = 340;
/** Between two lines, in ems. */
const GAP = 0.12;
const MOST_LINES = 3;

/** Sets a name as large as its box allows, in up to three lines, of whole words if they can be read. */
export function setName(
  context: CanvasRenderingContext2D,
  name: string,
  box: { top: number; width: number; height: number },
): Setting {
  const text = name.replace(INVISIBLE, ' ').trim();
  const style = SLANTED.test(text) ? 'italic' : 'normal';
  let best = largest(text);
  if (best.size < SMALLEST && !JOINED.test(text)) best = largest(breakWords(text));
  const { lines, size } = best;
  const [ascent, descent, gap] = [best.ascent * size, best.descent * size, GAP * size];
  const pitch = ascent + descent + gap;
  const first = box.top + (box.height - (pitch * lines.length - gap)) / 2 + ascent;
  return {
    font: fontOf(size, style),
    direction: RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr',
    lines: lines.map((line, i) => ({ text: line, baseline: first + i * pitch })),
    ascent,
    descent,
  };

  /** Of ways that are equally large, the most even one. */
  function largest(breakable: string) {
    const parts = breakable.match(/[^\s\u00ad-]*[\s\u00ad-]+|[^\s\u00ad-]+/g) ?? [breakable];
    return waysToBreak(parts)
      .map(measure)
      .reduce((one, other) => (other.size - other.width > one.size - one.width ? other : one));
  }

  /** How large these lines can be, and what they measure then, in ems. */
  function measure(lines: string[]) {
    context.font = fontOf(100, style);
    const inks = lines.map((line) => context.measureText(line));
    const most = (of: (ink: TextMetrics) => number) => Math.max(...inks.map(of)) / 100;
    const ascent = most((ink) => ink.actualBoundingBoxAscent);
    const descent = most((ink) => ink.actualBoundingBoxDescent);
    const width = most((ink) => ink.width);
    const height = lines.length * (ascent + descent + GAP) - GAP;
    const size = Math.min(box.width / width, box.height / height, LARGEST);
    return { lines, size, width, ascent, descent };
  }
}

/** Every way to put the parts of a name into up to three lines. A soft hyphen is seen at a line's end. */
function waysToBreak(parts: string[], most = MOST_LINES): string[][] {
  const line = (end?: number) =>
    parts
      .slice(0, end)
      .join('')
      .trim()
      .replace(/\u00ad$/, '-')
      .replaceAll('\u00ad', '');
  const ways = [[line()]];
  if (most === 1) return ways;
  for (let end = 1; end < parts.length; end += 1) {
    for (const rest of waysToBreak(parts.slice(end), most - 1)) ways.push([line(end), ...rest]);
  }
  return ways;
}

/** Allows a long word to be broken into halves or thirds, between letters as people count them. */
function breakWords(text: string): string {
  return text.replace(/\S{9,}/g, (word) => {
    const letters = Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment);
    const ends = [1 / 3, 1 / 2, 2 / 3].map((share) => Math.round(share * letters.length));
    return letters.map((letter, i) => (ends.includes(i) ? '\u00ad' : '') + letter).join('');
  });
}
