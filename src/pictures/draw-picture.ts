import { readFileSync } from 'node:fs';
import type { ImageMetadata } from 'astro';
import sharp, { type Sharp } from 'sharp';
import { filePathOf } from './picture-file.ts';

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** Draws src/assets/NAME.svg. Its `<use href="#id"/>` can show the heart and the SVG elements in `parts`. */
export function drawPicture(name: string, ...parts: string[]): Sharp {
  const heart = readDrawing('heart').replace('<svg', '<g id="heart"').replace('</svg>', '</g>');
  const defs = `<defs>${heart}${parts.join('')}</defs>`;
  return sharp(Buffer.from(readDrawing(name).replace(/<svg[^>]*>/, (tag) => tag + defs)));
}

const readDrawing = (name: string) => readFileSync(`src/assets/${name}.svg`, 'utf8');

/** The SVG element `#picture`: a picture centered in a box, or cropped to cover it. */
export async function embedPicture(picture: ImageMetadata, box: Box, fit: 'contain' | 'cover') {
  const { x, y, width, height } = box;
  const position = fit === 'cover' ? 'top' : 'centre';
  const png = await sharp(filePathOf(picture))
    .autoOrient()
    .resize({ width, height, fit, position, background: 'transparent' })
    .png()
    .toBuffer();
  const href = `data:image/png;base64,${png.toString('base64')}`;
  return `<image id="picture" href="${href}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}

export const toJpeg = (picture: Sharp, quality: number, chromaSubsampling: '4:2:0' | '4:4:4') =>
  picture.jpeg({ quality, mozjpeg: true, chromaSubsampling }).toBuffer();
