import { share } from 'virtual:content';
import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { drawName, drawPicture, toUrl } from '../../pictures/landing.ts';
import { readDrawing } from '../../pictures/palette.ts';

/** In pixels. */
const WIDTHS: Record<string, number> = {
  'preview-home': 1200,
  'preview-about': 1200,
  ...(share && { 'share-picture': 1080, 'share-picture-small': 171 }),
};

export const getStaticPaths = () => Object.keys(WIDTHS).map((name) => ({ params: { name } }));

/**
 * Draws src/assets/NAME.svg, also for NAME-small, in the colors of tokens.css, with the hero picture for `hero.png`, the
 * name for `name.png`, the heart for `#heart`, and what's only on the picture of that id.
 */
export const GET: APIRoute = async ({ params: { name = '' } }) => {
  const heart = readDrawing('heart').replace('<svg', '<g id="heart"').replace('</svg>', '</g>');
  const drawing = readDrawing(name.replace('-small', ''))
    .replace('<defs>', `<defs>${heart}`)
    .replace(`id="${name}" display="none"`, '')
    .replace('name.png', await toUrl(drawName({ width: 940, height: 600 })))
    .replace('hero.png', await toUrl(await drawPicture()));
  const jpeg = await sharp(Buffer.from(drawing))
    .resize(WIDTHS[name])
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer();
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};
