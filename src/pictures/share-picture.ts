import type { CollectionEntry } from 'astro:content';
import { createHash } from 'node:crypto';
import { readContent } from '../site/read-content.ts';
import { drawPicture, embedPicture, toJpeg } from './draw-picture.ts';
import { headline } from './headline.ts';
import { setText } from './set-text.ts';
import { type Typeface, typeface } from './typeface.ts';

type Words = Pick<CollectionEntry<'signup'>['data'], 'printed' | 'sharePicture'>;
type Hero = CollectionEntry<'landing'>['data']['hero'];

const capitals = typeface('playfair-display', '700-normal', 0.22);

let drawn: { of: string; files: ReturnType<typeof drawFiles> } | undefined;

/** The share picture without a name, and a small one for its button, drawn once for the same words. */
export async function sharePictures() {
  const { data: signup } = await readContent('signup');
  const { data: landing } = await readContent('landing');
  const of = JSON.stringify([signup, landing.hero.picture]);
  if (drawn?.of !== of) drawn = { of, files: drawFiles(signup, landing.hero) };
  return drawn.files;
}

async function drawFiles({ printed, sharePicture }: Words, hero: Hero) {
  const box = { x: 146, y: 634, width: 824, height: 687 };
  const { element } = await embedPicture(hero.picture, box, 'cover');
  const parts = [
    element,
    line('genre', capitals, printed.genre.toUpperCase(), { y: 266, size: 32 }),
    line('presents', capitals, printed.presents.toUpperCase(), { y: 316, size: 30 }),
    line('subtitle', headline, printed.subtitle, { y: 566, size: 60 }),
    line('invitation', headline, printed.invitation, { y: 1446, size: 58, x: 454, width: 548 }),
    line('blurb', headline, printed.blurb, { y: 1642, size: 44 }),
    line('critic', capitals, printed.critic.toUpperCase(), { y: 1708, size: 26 }),
  ];
  const named = [...parts, line('name', headline, sharePicture.unnamed, { y: 358, size: 200 })];
  return {
    large: await file(drawPicture('share-picture', parts), 76, '4:2:0'),
    small: await file(drawPicture('share-picture', named).resize(180), 70, '4:2:0'),
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
  const setting = setText(face, text, { width, height: size, size, leading: 1 });
  return x ? setting.path(id, x, y) : setting.path(id, 558, y, 'middle');
}

/** The address changes with the picture, so that browsers may keep it. */
async function file(...picture: Parameters<typeof toJpeg>) {
  const jpeg = await toJpeg(...picture);
  const name = createHash('sha256').update(jpeg).digest('hex').slice(0, 8);
  return { name, address: `/share-picture/${name}.jpg`, jpeg };
}
