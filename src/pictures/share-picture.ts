import type { CollectionEntry } from 'astro:content';
import { createHash } from 'node:crypto';
import type { ImageMetadata } from 'astro';
import { readContent } from '../site/read-content.ts';
import { drawPicture, embedPicture, toJpeg } from './draw-picture.ts';
import { headline } from './headline.ts';
import { setText } from './set-text.ts';
import { type Typeface, typeface } from './typeface.ts';

type Labels = CollectionEntry<'share'>['data'];

const capitals = typeface('playfair-display', '700-normal', 0.22);

let drawn: { of: string; files: ReturnType<typeof drawFiles> } | undefined;

/** The share picture without a name, and a small one for its button, drawn once for the same labels. */
export async function sharePictures() {
  const { data: labels } = await readContent('share');
  const { data: landing } = await readContent('landing');
  const of = JSON.stringify([labels, landing.picture]);
  if (drawn?.of !== of) drawn = { of, files: drawFiles(labels, landing.picture) };
  return drawn.files;
}

async function drawFiles(labels: Labels, hero: ImageMetadata) {
  const box = { x: 146, y: 634, width: 824, height: 687 };
  const { element } = await embedPicture(hero, box, 'cover');
  const parts = [
    element,
    line('genre', capitals, labels.genre.toUpperCase(), { y: 266, size: 32 }),
    line('presents', capitals, labels.presents.toUpperCase(), { y: 316, size: 30 }),
    line('subtitle', headline, labels.subtitle, { y: 566, size: 60 }),
    line('invitation', headline, labels.invitation, { y: 1446, size: 58, x: 454, width: 548 }),
    line('blurb', headline, `“${labels.blurb}”`, { y: 1642, size: 44 }),
    line('critic', capitals, labels.critic.toUpperCase(), { y: 1708, size: 26 }),
  ];
  return {
    large: await file(drawPicture('share-picture', parts), 76, '4:2:0'),
    small: await file(drawPicture('share-picture', parts).resize(180), 70, '4:2:0'),
  };
}

interface Place {
  /** The upper edge; `x` is the left one, or else the text is centred between spine and pages. */
  y: number;
  x?: number;
  size: number;
  width?: number;
}

function line(id: string, face: Typeface, text: string, { x, y, size, width = 860 }: Place) {
  const setting = setText(face, text, 1, { width, height: size, size });
  return x ? setting.path(id, x, y) : setting.path(id, 558, y, 'middle');
}

/** The address changes with the picture, so that browsers may keep it. */
async function file(...picture: Parameters<typeof toJpeg>) {
  const jpeg = await toJpeg(...picture);
  const name = createHash('sha256').update(jpeg).digest('hex').slice(0, 8);
  return { name, address: `/share-picture/${name}.jpg`, jpeg };
}
