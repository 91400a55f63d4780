import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { palette } from './palette.ts';

/** Astro's commands run in the project's folder; a built module lies elsewhere. */
const MARK = join(process.cwd(), 'public/favicon.svg');

/** The mark as a PNG of `size` pixels square, clear around its round corners. */
export async function icon(size: number): Promise<Buffer> {
  const svg = await readFile(MARK);
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

/** An .ico that holds one PNG: https://en.wikipedia.org/wiki/ICO_(file_format) */
export function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // An icon, not a cursor.
  header.writeUInt16LE(1, 4); // One picture.
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // Colour planes.
  header.writeUInt16LE(32, 12); // Bits per pixel.
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
