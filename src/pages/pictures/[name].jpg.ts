import type { APIRoute } from 'astro';
import sharp, { type Sharp } from 'sharp';
import { readDrawing } from '../../pictures/palette.ts';
import { filePathOf } from '../../pictures/picture-file.ts';
import { findContent, readContent } from '../../site/read-content.ts';

const picture = (name: string, width: number, drawing = name) => ({
  params: { name },
  props: { drawing, width },
});

export const getStaticPaths = async () => [
  picture('preview-home', 1200),
  picture('preview-about', 1200),
  ...((await findContent('share'))
    ? [picture('share-picture', 1080), picture('share-picture-small', 180, 'share-picture')]
    : []),
];

/** The product's name in white on black, in the title's font, which tools/astro/fonts.ts makes. */
async function drawName() {
  const { data: site } = await readContent('site');
  const fontfile = '.astro/fonts/playfair-display-900-italic-latin.ttf';
  const text = site.product.replaceAll('&', '&amp;');
  return sharp({
    text: { text, font: 'Playfair Display Black, Italic', fontfile, width: 940, height: 600 },
  });
}

const toUrl = async (picture: Sharp) =>
  `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;

/**
 * Draws src/assets/DRAWING.svg in the colors of tokens.css, with the hero picture for `hero.png`, the name for
 * `name.png`, and the heart for `#heart`.
 */
export const GET: APIRoute<{ drawing: string; width: number }> = async ({ props }) => {
  const { data: landing } = await readContent('landing');
  const hero = sharp(filePathOf(landing.picture)).autoOrient().resize(1200);
  const heart = readDrawing('heart').replace('<svg', '<g id="heart"').replace('</svg>', '</g>');
  const drawing = readDrawing(props.drawing)
    .replace('<defs>', `<defs>${heart}`)
    .replace('name.png', await toUrl(await drawName()))
    .replace('hero.png', await toUrl(hero));
  const jpeg = await sharp(Buffer.from(drawing))
    .resize(props.width)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  return new Response(new Uint8Array(jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
};
