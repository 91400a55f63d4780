import type { WaitlistWords } from '../../shared/fill.ts';
import { drawCode } from '../draw-code.ts';
import { brushFor, HEIGHT, MIDDLE, WIDTH } from './brush.ts';
import { drawEdges, drawGround, drawPetals } from './draw-book.ts';
import { drawLink, drawMark, drawSticker, drawTitle } from './draw-words.ts';
import { loadFaces, loadPicture } from './load-parts.ts';

/** Everything that is written on the cover, its blanks filled. */
type CoverWords = WaitlistWords['sharePicture'] & {
  /** The heroine's. */
  name: string;
  /** Her position, or that she was let in. */
  standing: string;
  link: string;
};

/** The picture for a cover, once the faces for its words are there too. Rejects where one does not come. */
export async function loadParts(words: CoverWords): Promise<HTMLImageElement> {
  const [picture] = await Promise.all([loadPicture(), loadFaces(Object.values(words).join(''))]);
  return picture;
}

/** Draws the paperback on a canvas of 1080 x 1920. Throws where the browser has no canvas to give. */
export function drawSharePicture(
  canvas: HTMLCanvasElement,
  words: CoverWords,
  picture: HTMLImageElement,
) {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const brush = brushFor(canvas);
  const { context, apart, write, announce } = brush;
  drawGround(brush);
  context.drawImage(fadedOut(picture, 930, 775), MIDDLE - 465, 602);
  apart(0, 0, 8, () => {
    announce(words.genre, { y: 168, size: 30, most: 700, colour: 'blush' });
    announce(words.presents, { y: 280, size: 32, most: 760, colour: 'gold' });
    write(words.subtitle, { y: 600, size: 60, most: 860, colour: 'cream' });
    drawTitle(brush, words.name);
    drawLink(brush, drawCode(words.link), words.invitation, new URL(words.link).host);
    write(words.blurb, { y: 1668, size: 44, most: 860, colour: 'blush' });
    announce(words.critic, { y: 1716, size: 24, most: 600, colour: 'blush' });
  });
  drawSticker(brush, linesOf(words.standing));
  drawMark(brush);
  drawPetals(brush);
  drawEdges(brush);
}

/** As much of a picture as fills this size, of a tall one rather its upper part; its edges are soft. */
function fadedOut(picture: HTMLImageElement, width: number, height: number) {
  const layer = Object.assign(document.createElement('canvas'), { width, height });
  const { context, gradient } = brushFor(layer);
  const scale = Math.max(width / picture.naturalWidth, height / picture.naturalHeight);
  const [wide, high] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  context.drawImage(picture, (width - wide) / 2, (height - high) / 4, wide, high);
  context.globalCompositeOperation = 'destination-in';
  const across = context.createLinearGradient(0, 0, width, 0);
  const down = context.createLinearGradient(0, 0, 0, height);
  for (const [edge, last] of [
    [across, 0.98],
    [down, 0.9],
  ] as const) {
    context.fillStyle = gradient(edge, [0, 'ink', 0], [0.02, 'ink'], [last, 'ink'], [1, 'ink', 0]);
    context.fillRect(0, 0, width, height);
  }
  return layer;
}

/** The number, and what stands before and after it, a line each. */
function linesOf(standing: string): string[] {
  const [, ...lines] = /(.*?)\s*(\S*\d\S*)\s*(.*)/.exec(standing) ?? ['', standing];
  return lines.filter(Boolean);
}

/** Rejects where the browser keeps what a canvas shows to itself, as some do in a private window. */
export function readFile(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) => {
    // A quarter of the bytes of a PNG, for a difference that nobody sees.
    const type = 'image/jpeg';
    const take = (blob: Blob | null) =>
      blob ? resolve(new File([blob], 'my-cover.jpg', { type })) : reject(new Error('refused'));
    canvas.toBlob(take, type, 0.92);
  });
}
