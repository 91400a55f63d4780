import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { readDrawing } from '../../pictures/palette.ts';
import { filePathOf } from '../../pictures/picture-file.ts';
import { readContent } from '../../site/read-content.ts';

/** Link previews have no words, since every app shows the title next to them. */
export const getStaticPaths = () => [
  { params: { name: 'preview-home' }, props: { drawing: 'preview-home', width: 1200 } },
  { params: { name: 'preview-about' }, props: { drawing: 'preview-about', width: 1200 } },
  { params: { name: 'share-picture' }, props: { drawing: 'share-picture', width: 1080 } },
  { params: { name: 'share-picture-small' }, props: { drawing: 'share-picture', width: 180 } },
];

/** Draws src/assets/DRAWING.svg with the hero picture for `hero.png` and the heart for `#heart`. */
export const GET: APIRoute<{ drawing: string; width: number }> = async ({ props }) => {
  const { data: landing } = await readContent('landing');
  const hero = sharp(filePathOf(landing.picture)).autoOrient().resize(1200).png();
  const heroUrl = `data:image/png;base64,${(await hero.toBuffer()).toString('base64')}`;
  const heart = readDrawing('heart').replace('<svg', '<g id="heart"').replace('</svg>', '</g>');
  const drawing = readDrawing(props.drawing)
    .replace('<defs>', `<defs>${heart}`)
    .replace('href="hero.png"', `href="${heroUrl}"`);
  const jpeg = await sharp(Buffer.from(drawing))
    .resize(props.width)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};
