import type { WaitlistLabels } from '../../shared/labels.ts';
import { drawCode } from '../draw-code.ts';
import { layOutText, loadLetters, type TextBox, token, writeText } from './canvas-text.ts';

interface Writing {
  labels: WaitlistLabels['share'];
  name: string;
  badge: string;
  link: string;
}

/** In pixels, halfway between the book's spine and its pages. */
const CENTER = 558;
const CARD = { x: 114, y: 1316, width: 296 };
/** Right of the card. */
const COLUMN = { x: 452, width: 548 };
const BADGE = { x: 886, y: 1220, radius: 150, teeth: 28, turn: -0.2 };

/** From the top to the bottom of the letters. */
const FOIL = { 0.05: 'cream', 0.42: 'gold', 0.56: 'bronze', 0.63: 'gold', 0.92: 'cream' };
const BADGE_FOIL = { 0: 'cream', 0.4: 'gold', 0.6: 'gold', 1: 'cream' };

/** Loads the art, and the letters of what is written on it. Throws where there is no art. */
export async function loadParts({ labels, name, badge, link }: Writing): Promise<HTMLImageElement> {
  const { subtitle, invitation, blurb, presents, genre, critic } = labels;
  const art = Object.assign(new Image(), { src: labels.picture });
  await Promise.all([
    art.decode(),
    loadLetters('serif', name + badge + subtitle + invitation + blurb),
    loadLetters('sans', capitals(presents + genre + critic) + link),
  ]);
  return art;
}

/**
 * No words in the upper 14 %, which the header of a story covers; nor in the lowest 300 pixels, where
 * it is answered, but for the genre. Throws without a canvas.
 */
export function drawSharePicture(
  canvas: HTMLCanvasElement,
  art: HTMLImageElement,
  { labels, name, badge, link }: Writing,
) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas.');
  context.drawImage(art, 0, 0);
  context.textAlign = 'center';
  writeName(context, name);
  drawBadge(context, badge);
  drawCard(context, link);

  const write = (text: string, color: string, box: Omit<TextBox, 'height'>, face?: 'sans') => {
    context.fillStyle = token(color);
    writeText(context, text, { ...box, height: box.size }, face);
  };
  const line = { x: CENTER, width: 860 };
  setShadow(context, 3);
  write(capitals(labels.presents), 'gold', { ...line, y: 285, size: 30 }, 'sans');
  write(labels.subtitle, 'cream', { ...line, y: 698, size: 58 });
  write(capitals(labels.genre), 'blush', { x: CENTER, width: 560, y: 1740, size: 30 }, 'sans');
  context.textAlign = 'left';
  write(labels.invitation, 'gold', { ...COLUMN, y: 1410, size: 58 });
  write(new URL(link).host, 'cream', { ...COLUMN, y: 1466, size: 38 }, 'sans');
  write(`“${labels.blurb}”`, 'blush', { ...COLUMN, y: 1546, size: 42 });
  write(capitals(labels.critic), 'blush', { ...COLUMN, y: 1592, size: 24 }, 'sans');
}

/** Thin spaces, since Safari has no letter-spacing on a canvas. */
const capitals = (text: string) => [...text.toUpperCase()].join('\u2009');

const setShadow = (context: CanvasRenderingContext2D, offset: number) =>
  Object.assign(context, {
    shadowColor: token('shadow'),
    shadowBlur: 2 * offset,
    shadowOffsetY: offset,
  });

function foil(
  context: CanvasRenderingContext2D,
  stops: Record<number, string>,
  ...line: [x0: number, y0: number, x1: number, y1: number]
) {
  const gradient = context.createLinearGradient(...line);
  for (const [at, color] of Object.entries(stops)) gradient.addColorStop(+at, token(color));
  return gradient;
}

function writeName(context: CanvasRenderingContext2D, name: string) {
  const box = { x: CENTER, y: 490, width: 850, height: 340, size: 460 };
  const lines = layOutText(context, name, box);
  setShadow(context, 12);
  context.fillStyle = token('wine');
  for (const { text, baseline } of lines) context.fillText(text, CENTER, baseline + 6);
  context.shadowColor = 'transparent';
  for (const { text, baseline, top, bottom } of lines) {
    context.fillStyle = foil(context, FOIL, 0, top, 0, bottom);
    context.fillText(text, CENTER, baseline);
  }
}

/** A line for the number, and one for the text before and after it. */
function drawBadge(context: CanvasRenderingContext2D, badge: string) {
  const { x, y, radius, teeth, turn } = BADGE;
  context.translate(x, y);
  context.rotate(turn);
  const edge = new Path2D();
  for (let i = 0; i < 2 * teeth; i += 1) {
    const [angle, length] = [(i * Math.PI) / teeth, i % 2 ? radius - 13 : radius];
    edge.lineTo(length * Math.cos(angle), length * Math.sin(angle));
  }
  setShadow(context, 12);
  context.fillStyle = foil(context, BADGE_FOIL, -110, -130, 110, 130);
  context.fill(edge);
  context.shadowColor = 'transparent';
  context.strokeStyle = token('wine');
  context.lineWidth = 3;
  context.beginPath();
  context.arc(0, 0, radius - 27, 0, 2 * Math.PI);
  context.stroke();

  const lines = badge.split(/\s*(\S*\d\S*)\s*/).filter(Boolean);
  const sizeOf = (line: string) => (lines.length === 1 || /\d/.test(line) ? 104 : 50);
  context.fillStyle = token('wine');
  let top = -lines.reduce((sum, line) => sum + sizeOf(line), 0) / 2;
  for (const line of lines) {
    const size = sizeOf(line);
    writeText(context, line, { x: 0, y: top + size / 2, width: 216, height: size, size });
    top += size;
  }
  context.resetTransform();
}

/** ISO/IEC 18004 asks for a quiet zone of four modules. */
function drawCard(context: CanvasRenderingContext2D, link: string) {
  const { x, y, width } = CARD;
  setShadow(context, 12);
  context.fillStyle = token('cream');
  context.fillRect(x, y, width, width);
  context.shadowColor = 'transparent';
  const code = drawCode(link);
  const module = Math.floor(width / (code.size + 8));
  const margin = (width - module * code.size) / 2;
  context.fillStyle = token('ink');
  context.setTransform(module, 0, 0, module, x + margin, y + margin);
  context.fill(new Path2D(code.path));
  context.resetTransform();
}

/** Undefined where a browser reads no canvas, as some do not in a private window. */
export async function readFile(canvas: HTMLCanvasElement): Promise<File | undefined> {
  const type = 'image/jpeg';
  const blob = await new Promise<Blob | null>((take) => canvas.toBlob(take, type, 0.92));
  return blob ? new File([blob], 'my-cover.jpg', { type }) : undefined;
}
