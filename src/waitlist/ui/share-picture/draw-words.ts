import type { CodePicture } from '../draw-code.ts';
import { type Brush, COVER, MIDDLE } from './brush.ts';
import { fontOf, setName } from './set-name.ts';
import { HEART } from './shapes.ts';

/** Her name in gold, as .title in cover.css; the light runs anew over each line. */
export function drawTitle({ context, colour, gradient, apart, flat }: Brush, name: string) {
  const { font, direction, lines, ascent, descent } = setName(context, name, {
    top: 304,
    width: 880,
    height: 232,
  });
  apart(MIDDLE, 0, 24, () => {
    Object.assign(context, { font, direction, textAlign: 'center', fillStyle: colour('wine') });
    for (const { text, baseline } of lines) context.fillText(text, 0, baseline + 6);
    flat();
    for (const { text, baseline } of lines) {
      const foil = context.createLinearGradient(0, baseline - ascent, 0, baseline + descent);
      context.fillStyle = gradient(
        foil,
        [0.05, 'cream'],
        [0.42, 'gold'],
        [0.56, 'bronze'],
        [0.63, 'gold'],
        [0.92, 'cream'],
      );
      context.fillText(text, 0, baseline);
    }
  });
}

/** A sticker of gold foil, with up to three lines: the one with the number is the big one. */
export function drawSticker(
  { context, colour, gradient, apart, flat, write }: Brush,
  lines: string[],
) {
  const sizeOf = (text: string) => {
    const size = lines.length === 1 || /\d/.test(text) ? 104 : 50;
    context.font = fontOf(size);
    return Math.min(size, (size * 216) / context.measureText(text).width);
  };
  const sizes = lines.map(sizeOf);
  let top = -sizes.reduce((sum, size) => sum + size) / 2;

  apart(886, 1256, 24, () => {
    context.rotate(-0.2);
    context.beginPath();
    for (let point = 0; point < 60; point += 1) {
      const angle = (point / 30) * Math.PI;
      const radius = point % 2 ? 150 : 139;
      context.lineTo(radius * Math.cos(angle), radius * Math.sin(angle));
    }
    const foil = context.createLinearGradient(-110, -130, 110, 130);
    context.fillStyle = gradient(foil, [0, 'cream'], [0.4, 'gold'], [0.6, 'gold'], [1, 'cream']);
    context.fill();
    flat();
    context.beginPath();
    context.arc(0, 0, 123, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = colour('wine');
    context.stroke();
    lines.forEach((text, i) => {
      const size = sizes[i] ?? 0;
      write(text, { x: 0, y: top + size * 0.82, size, most: 216, colour: 'wine' });
      top += size;
    });
  });
}

/** Her link, for cameras and for people, where a paperback has its price. */
export function drawLink(
  { context, colour, apart, flat, write, print }: Brush,
  code: CodePicture,
  invitation: string,
  host: string,
) {
  // With four modules of quiet zone on each side, as the standard asks.
  const modules = code.size + 8;
  const module = Math.floor(300 / modules);
  const side = module * modules;
  const left = COVER.left + 64;
  const bottom = 1580;
  apart(left, bottom - side, 30, () => {
    context.fillStyle = colour('cream');
    context.fillRect(0, 0, side, side);
    flat();
    context.translate(4 * module, 4 * module);
    context.scale(module, module);
    context.fillStyle = colour('ink');
    context.fill(new Path2D(code.path));
  });
  const x = left + side + 40;
  const line = { x, most: COVER.right - 64 - x, align: 'left' } as const;
  write(invitation, { ...line, y: bottom - 86, size: 58, colour: 'gold' });
  print(host, { ...line, y: bottom - 20, size: 40, colour: 'cream' });
}

/** The publisher's mark: the heart that a plaster holds. */
export function drawMark({ context, colour, apart, flat }: Brush) {
  apart(MIDDLE - 40, 1752, 10, () => {
    context.scale(1.25, 1.25);
    context.fillStyle = colour('rose');
    context.fill(new Path2D(HEART));
    flat();
    context.translate(32, 30);
    context.rotate(-0.6);
    context.lineCap = 'round';
    context.lineWidth = 14;
    context.strokeStyle = colour('cream');
    context.stroke(new Path2D('M-17 0H17'));
    context.fillStyle = colour('gold');
    context.fillRect(-7, -7, 14, 14);
  });
}
