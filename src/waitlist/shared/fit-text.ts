/** The space for a text and its largest font size, in pixels. */
export type Box = Record<'width' | 'height' | 'size', number>;

/** Lays out text at the largest size that fits the box, otherwise at the smallest. */
export function fitText<Layout extends { width: number; height: number }>(
  box: Box,
  smallest: number,
  layOut: (size: number) => Layout,
): Layout {
  for (let size = box.size; ; size -= 1) {
    const layout = layOut(size);
    const fits = layout.width <= box.width && layout.height <= box.height;
    if (fits || size <= smallest) return layout;
  }
}

/** Joins parts into lines of at most `width`. A wider part gets its own line. */
export function wrapText(parts: string[], width: number, widthOf: (line: string) => number) {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.pop();
    if (last === undefined) lines.push(part);
    else if (widthOf(asPrinted(last + part)) <= width) lines.push(last + part);
    else lines.push(last, part);
  }
  return lines.map(asPrinted);
}

/** Trims a line, and keeps a soft hyphen only at its end, as a hyphen. */
const asPrinted = (line: string) =>
  line
    .trim()
    .replace(/\u00ad$/, '-')
    .replaceAll('\u00ad', '');
