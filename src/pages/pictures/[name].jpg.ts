import { share, site } from 'virtual:content';
import type { APIRoute } from 'astro';
import sharp, { type Sharp } from 'sharp';
import { drawName } from '../../pictures/headline.ts';
import { drawHero } from '../../pictures/hero.ts';
import { readDrawing } from '../../pictures/palette.ts';

const picture = (name: string, width: number, drawing = name) => ({
  params: { name },
  props: { name, drawing, width },
});

export const getStaticPaths = () => [
  picture('preview-home', 1200),
  picture('preview-about', 1200),
  ...(share
    ? [picture('share-picture', 1080), picture('share-picture-small', 171, 'share-picture')]
    : []),
];

const toUrl = async (picture: Sharp) =>
  `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;

/**
 * Draws src/assets/DRAWING.svg in the colors of tokens.css, with the hero picture for `hero.png`, the name for
 * `name.png`, the heart for `#heart`, and what's only on the picture of that id.
 */
export const GET: APIRoute<{ name: string; drawing: string; width: number }> = async ({
  props,
}) => {
  const heart = readDrawing('heart').replace('<svg', '<g id="heart"').replace('</svg>', '</g>');
  const drawing = readDrawing(props.drawing)
    .replace('<defs>', `<defs>${heart}`)
    .replace(`id="${props.name}" display="none"`, '')
    .replace('name.png', await toUrl(drawName(site.product, { width: 940, height: 600 })))
    .replace('hero.png', await toUrl(await drawHero()));
  const jpeg = await sharp(Buffer.from(drawing))
    .resize(props.width)
    .jpeg({ quality: 78, mozjpeg: true })
    .toBuffer();
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};
