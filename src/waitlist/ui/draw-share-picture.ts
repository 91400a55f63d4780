import type { share } from 'virtual:content';
import { withDeadline } from '../client/send.ts';
import { drawQrCode } from './draw-qr-code.ts';

export type ShareLabels = NonNullable<typeof share>;

/** In pixels, like everything below: between the book's spine and its pages. */
const centered = { x: 558, width: 860 };
/** Next to the QR code. */
const column = { x: 452, width: 548 };

/**
 * Writes on the art, which the build makes of src/assets/share-picture.svg (src/pages/pictures/[name].jpg.ts). A story's
 * header covers the top 14% and its reply field the bottom 300 pixels, so only the genre goes there. Rejects without
 * the art, or if the browser makes no file.
 */
export async function drawSharePicture(
  labels: ShareLabels,
  { name, badge, link }: Record<'name' | 'badge' | 'link', string>,
): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1080, height: 1920 });
  const art = Object.assign(new Image(), { src: '/pictures/share-picture.jpg' });
  // After three seconds, and if they don't load, the system's fonts are used.
  const fonts = withDeadline(document.fonts.ready, 3_000).catch(() => {});
  await Promise.all([art.decode(), fonts]);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(art, 0, 0);
  context.textAlign = 'center';
  writeBadge(context, badge);
  writeName(context, name);
  const caption = { ...centered, width: 600, font: 'sans' } as const;
  setShadow(context, 3);
  writeText(context, spaced(labels.presents), { ...caption, y: 285, size: 30, color: 'gold' });
  writeText(context, labels.subtitle, { ...centered, y: 698, size: 58, color: 'cream' });
  writeText(context, spaced(labels.genre), { ...caption, y: 1740, size: 30, color: 'blush' });

  const note = { ...column, font: 'sans' } as const;
  context.textAlign = 'left';
  writeText(context, labels.invitation, { ...column, y: 1410, size: 58, color: 'gold' });
  writeText(context, new URL(link).host, { ...note, y: 1466, size: 38, color: 'cream' });
  writeText(context, `“${labels.blurb}”`, { ...column, y: 1546, size: 42, color: 'blush' });
  writeText(context, spaced(labels.critic), { ...note, y: 1592, size: 24, color: 'blush' });
  drawLink(context, link);
  // In some browsers it never calls back, and the caller's deadline passes.
  const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take, 'image/jpeg', 0.92));
  if (!blob) throw new Error('This browser makes no picture.');
  return new File([blob], 'my-cover.jpg', { type: blob.type });
}

/** Capitals with thin spaces, since Safari doesn't support letter-spacing on a canvas. */
const spaced = (text: string) => [...text.toUpperCase()].join('\u2009');

function setShadow(context: CanvasRenderingContext2D, size: number) {
  context.shadowColor = cssVariable('shadow');
  context.shadowBlur = 2 * size;
  context.shadowOffsetY = size;
}

function writeName(context: CanvasRenderingContext2D, name: string) {
  const lines = breakName(name);
  const height = lines.length > 1 ? 156 : 332;
  const style = { ...centered, width: 850, height, size: 460, color: 'wine', hasFoil: true };
  for (const [i, text] of lines.entries())
    writeText(context, text, { ...style, y: 492 + 176 * (i - (lines.length - 1) / 2) });
}

/** Breaks a long name at the space or hyphen nearest to its middle. */
export function breakName(name: string): string[] {
  const distance = (index: number) => Math.abs(index - name.length / 2);
  const ends = [...name.matchAll(/[ -](?=\S)/g)].map(({ index }) => index + 1);
  const [middle] = ends.sort((a, b) => distance(a) - distance(b));
  return name.length > 8 && middle ? [name.slice(0, middle), name.slice(middle)] : [name];
}

/** A line for the number, and one for the text before and after it. */
function writeBadge(context: CanvasRenderingContext2D, badge: string) {
  const lines = badge.split(/\s*(\S*\d\S*)\s*/).filter(Boolean);
  const sizeOf = (line: string) => (lines.length === 1 || /\d/.test(line) ? 96 : 46);
  context.translate(864, 1238);
  context.rotate(-0.2);
  let top = -lines.reduce((sum, line) => sum + sizeOf(line), 0) / 2;
  for (const line of lines) {
    const size = sizeOf(line);
    writeText(context, line, { x: 0, y: top + size / 2, width: 199, size, color: 'wine' });
    top += size;
  }
  context.resetTransform();
}

function drawLink(context: CanvasRenderingContext2D, link: string) {
  const code = drawQrCode(link);
  const module = Math.floor(296 / code.size);
  const margin = (296 - module * code.size) / 2;
  context.shadowColor = 'transparent';
  context.fillStyle = cssVariable('ink');
  context.setTransform(module, 0, 0, module, 114 + margin, 1316 + margin);
  context.fill(new Path2D(code.path));
}

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
  /** Whether foil lies on the letters, which then are its shadow. */
  hasFoil?: boolean;
}

const FOIL = { 0.05: 'cream', 0.42: 'gold', 0.56: 'bronze', 0.63: 'gold', 0.92: 'cream' };

/** In any other script the browser would slant them itself. */
const HAS_SLANTED_LETTERS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\P{L}]*$/u;

const cssVariable = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Writes a line as large as its box allows. */
function writeText(context: CanvasRenderingContext2D, text: string, style: TextStyle) {
  const { width, height = style.size } = style;
  const line = text.trim();
  const slant = !style.font && HAS_SLANTED_LETTERS.test(line) ? 'italic' : 'normal';
  const fonts = cssVariable(style.font ?? 'serif');
  const fontOf = (size: number) => `${slant} 700 ${size}px ${fonts}`;
  context.font = fontOf(style.size);
  // The ink, since slanted letters exceed their advance widths, and aren't centered in them.
  const ink = context.measureText(line);
  const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = ink;
  const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = ink;
  const scale = Math.min(1, width / (left + right), height / (ascent + descent));
  const x = style.x + (context.textAlign === 'center' ? (scale * (left - right)) / 2 : 0);
  const top = style.y - (scale * (ascent + descent)) / 2;
  const baseline = top + scale * ascent;
  context.font = fontOf(scale * style.size);
  if (style.hasFoil) setShadow(context, 12 * scale);
  context.fillStyle = cssVariable(style.color);
  context.fillText(line, x, baseline);
  if (!style.hasFoil) return;
  context.shadowColor = 'transparent';
  context.translate(0, -6 * scale);
  const foil = context.createLinearGradient(0, top, 0, baseline + scale * descent);
  for (const [at, color] of Object.entries(FOIL)) foil.addColorStop(+at, cssVariable(color));
  context.fillStyle = foil;
  context.fillText(line, x, baseline);
  context.resetTransform();
}
