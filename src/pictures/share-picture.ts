import { createHash } from 'node:crypto';
import type { ImageMetadata } from 'astro';
import { readContent } from '../site/read-content.ts';
import { drawPicture, embedPicture, toJpeg } from './draw-picture.ts';

let drawn: { src: string; files: ReturnType<typeof drawFiles> } | undefined;

/** The art that the browser writes on, and a thumbnail for its button, drawn once per hero picture. */
export async function sharePictureArt() {
  const { picture } = (await readContent('landing')).data;
  if (drawn?.src !== picture.src) drawn = { src: picture.src, files: drawFiles(picture) };
  return drawn.files;
}

async function drawFiles(picture: ImageMetadata) {
  const box = { x: 166, y: 734, width: 728, height: 607 };
  const art = drawPicture('share-picture', await embedPicture(picture, box, 'cover'));
  return {
    large: await file(art.clone(), 76, '4:2:0'),
    small: await file(art.clone().resize(180), 70, '4:2:0'),
  };
}

/** The name changes with the picture, so browsers may cache it. */
async function file(...picture: Parameters<typeof toJpeg>) {
  const jpeg = await toJpeg(...picture);
  const name = createHash('sha256').update(jpeg).digest('hex').slice(0, 8);
  return { name, url: `/share-picture/${name}.jpg`, jpeg };
}
