import cyrillic from '@fontsource/playfair-display/files/playfair-display-cyrillic-900-italic.woff2?url';
import latin from '@fontsource/playfair-display/files/playfair-display-latin-900-italic.woff2?url';
import latinExt from '@fontsource/playfair-display/files/playfair-display-latin-ext-900-italic.woff2?url';
import vietnamese from '@fontsource/playfair-display/files/playfair-display-vietnamese-900-italic.woff2?url';
import ranges from '@fontsource/playfair-display/unicode.json';
import { drawCode } from '../draw-code.ts';
import { fontOf, setText } from './set-text.ts';

const PARTS = { latin, 'latin-ext': latinExt, vietnamese, cyrillic };

/** Loads the picture, and the display face for the letters of `text`. */
export async function loadParts(address: string, text: string) {
  // A part that failed once would never be requested again.
  document.fonts.clear();
  for (const [part, file] of Object.entries(PARTS)) {
    const unicodeRange = ranges[part as keyof typeof PARTS];
    const about = { style: 'italic', weight: '900', unicodeRange };
    document.fonts.add(new FontFace('Display', `url(${file})`, about));
  }
  const picture = Object.assign(new Image(), { src: address });
  await Promise.all([picture.decode(), document.fonts.load(fontOf(99), text)]);
  return picture;
}

/** Writes where src/assets/share-picture.svg has room. Throws without a canvas. */
export function drawSharePicture(
  canvas: HTMLCanvasElement,
  picture: HTMLImageElement,
  { name, badge, link }: Record<'name' | 'badge' | 'link', string>,
) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas.');
  context.drawImage(picture, 0, 0);
  context.textAlign = 'center';
  writeName(context, name);
  writeBadge(context, badge);
  writeLink(context, link);
}

const colour = (token: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();

const FOIL = { 0.05: 'cream', 0.42: 'gold', 0.56: 'bronze', 0.63: 'gold', 0.92: 'cream' };

function writeName(context: CanvasRenderingContext2D, name: string) {
  const lines = setText(context, name, 463, { width: 880, height: 182, size: 340 });
  Object.assign(context, { shadowColor: colour('shadow'), shadowBlur: 24, shadowOffsetY: 12 });
  context.fillStyle = colour('wine');
  for (const { line, baseline } of lines) context.fillText(line, 558, baseline + 6);
  context.shadowColor = 'transparent';
  for (const { line, baseline, top, bottom } of lines) {
    const foil = context.createLinearGradient(0, top, 0, bottom);
    for (const [at, token] of Object.entries(FOIL)) foil.addColorStop(+at, colour(token));
    context.fillStyle = foil;
    context.fillText(line, 558, baseline);
  }
}

/** A line for the number, and one for the text before and after it. */
function writeBadge(context: CanvasRenderingContext2D, text: string) {
  const lines = text.split(/\s*(\S*\d\S*)\s*/).filter(Boolean);
  const sizeOf = (line: string) => (lines.length === 1 || /\d/.test(line) ? 104 : 50);
  context.translate(886, 1256);
  context.rotate(-0.2);
  context.fillStyle = colour('wine');
  let y = -lines.reduce((sum, line) => sum + sizeOf(line), 0) / 2;
  for (const text of lines) {
    const size = sizeOf(text);
    const lines = setText(context, text, y + size / 2, { width: 216, height: size, size });
    for (const { line, baseline } of lines) context.fillText(line, 0, baseline);
    y += size;
  }
  context.resetTransform();
}

/** ISO/IEC 18004 asks for a quiet zone of four modules. */
function writeLink(context: CanvasRenderingContext2D, link: string) {
  context.font = '700 40px system-ui, sans-serif';
  context.textAlign = 'left';
  context.fillStyle = colour('cream');
  context.fillText(new URL(link).host, 454, 1560, 548);
  const code = drawCode(link);
  const module = Math.floor(296 / (code.size + 8));
  const margin = (296 - module * code.size) / 2;
  context.fillStyle = colour('ink');
  context.setTransform(module, 0, 0, module, 114 + margin, 1284 + margin);
  context.fill(new Path2D(code.path));
  context.resetTransform();
}

/** Undefined where a browser reads no canvas, as some do not in a private window. */
export async function readFile(canvas: HTMLCanvasElement): Promise<File | undefined> {
  const type = 'image/jpeg';
  const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take, type, 0.92));
  return blob ? new File([blob], 'my-cover.jpg', { type }) : undefined;
}
