import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { palette } from './palette.ts';

/** The mark as a PNG of `size` pixels square, clear around its round corners. */
export async function icon(size: number): Promise<Buffer> {
  const svg = await readFile('public/favicon.svg');
  const { width = size } = await sharp(svg).metadata();
  return sharp(svg, { density: (72 * size) / width })
    .resize(size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** On cherry to the edges, for systems that cut icons to a shape of their own; the mark takes `share` of the side. */
export async function fullBleedIcon(size: number, share: number): Promise<Buffer> {
  const ground = { width: size, height: size, channels: 3, background: palette.cherry } as const;
  return sharp({ create: ground })
    .composite([{ input: await icon(Math.round(size * share)) }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}
