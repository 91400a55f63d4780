import { picture } from 'virtual:content';
import type { ImageMetadata } from 'astro';
import sharp, { type Sharp } from 'sharp';
import { palette } from './palette.ts';

/** Astro keeps the file's path on an imported picture, but not in its type. */
const { fsPath } = picture as ImageMetadata & { fsPath: string };

/** A picture without a transparent pixel is framed, and never lies on the name. */
export const isHeroFramed = async () => (await sharp(fsPath).stats()).isOpaque;

/** The picture for a drawing: a cut-out as it is; otherwise, framed on a transparent ground of 1460 by 1096. */
export async function drawHero(): Promise<Sharp> {
  const picture = sharp(fsPath).autoOrient();
  if (!(await isHeroFramed())) return picture.resize(1460);
  const { data, info } = await picture
    .resize(1200, 900, { fit: 'inside' })
    .ensureAlpha()
    .png()
    .toBuffer({ resolveWithObject: true });
  const frame = (look: string) =>
    Buffer.from(
      `<svg width="${info.width}" height="${info.height}"><rect width="100%" height="100%" rx="40" ${look}/></svg>`,
    );
  const border = frame(`fill="none" stroke="${palette.gold}" stroke-width="14"`);
  const framed = await sharp(data)
    .composite([{ input: border }, { input: frame(''), blend: 'dest-in' }])
    .toBuffer();
  const left = Math.round(740 - info.width / 2);
  const top = Math.round((1096 - info.height) / 2);
  const ground = { width: 1460, height: 1096, channels: 4, background: '#0000' } as const;
  return sharp({ create: ground }).composite([{ input: framed, left, top }]);
}
