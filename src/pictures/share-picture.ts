import { createHash } from 'node:crypto';
import type { ImageMetadata } from 'astro';
import { readContent } from '../site/read-content.ts';
import { drawPicture, embedPicture, toJpeg } from './draw-picture.ts';

let drawn: { picture: ImageMetadata; files: ReturnType<typeof drawFiles> } | undefined;

/** The art that the browser writes on, and a small one for its button, drawn once for a picture. */
export async function sharePictureArt() {
  const { picture } = (await readContent('landing')).data;
  if (drawn?.picture.src !== picture.src) drawn = { picture, files: drawFiles(picture) };
  return drawn.files;
}

export async function sharePictureAddresses() {
  const { large, small } = await sharePictureArt();
  return { picture: large.address, thumbnail: small.address };
}

async function drawFiles(picture: ImageMetadata) {
  const box = { x: 166, y: 734, width: 728, height: 607 };
  const element = await embedPicture(picture, box, 'cover');
  const art = drawPicture('share-picture', element);
  return {
    large: await file(art.clone(), 76, '4:2:0'),
    small: await file(art.clone().resize(180), 70, '4:2:0'),
  };
}

/** The address changes with the picture, so that browsers may keep it. */
async function file(...picture: Parameters<typeof toJpeg>) {
  const jpeg = await toJpeg(...picture);
  const name = createHash('sha256').update(jpeg).digest('hex').slice(0, 8);
  return { name, address: `/share-picture/${name}.jpg`, jpeg };
}
