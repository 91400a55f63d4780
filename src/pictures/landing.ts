import { landing, picture, site } from 'virtual:content';
import sharp, { type CreateText, type Sharp } from 'sharp';
import { palette } from './palette.ts';

const file = `src/assets/${landing.picture}`;

/** A picture without a transparent pixel is framed, and never lies on the name. */
export const { isOpaque: isFramed } = await sharp(file).stats();

/** The product's name in white on black, in the title's font, which tools/astro/fonts.ts makes. */
export const drawName = (size: Partial<CreateText>) =>
  sharp({
    text: {
      text: site.product.replaceAll('&', '&amp;'),
      font: 'Playfair Display Black, Italic 100',
      fontfile: `.astro/fonts/${process.env.NODE_ENV}/playfair-display-900-italic-latin.ttf`,
      ...size,
    },
  });

/**
 * CSS variables: the width of the name's letters in ems, the picture's height divided by its width, and how wide it may
 * be in its room: a landscape cut-out leaves it at the right. It's a rule, because the Content-Security-Policy blocks
 * style attributes.
 */
export async function landingSizes(): Promise<string> {
  const { info } = await drawName({ dpi: 72 }).raw().toBuffer({ resolveWithObject: true });
  const ems = (info.width / 100).toFixed(2);
  const ratio = picture.height / picture.width;
  const growth = isFramed ? 0.92 : ratio < 0.8 ? 1.2 : 1;
  return `:root{--title-ems:${ems};--picture-ratio:${ratio.toFixed(3)};--picture-growth:${growth}}`;
}

/** The picture for a drawing: a cut-out as it is; otherwise, framed on a transparent ground of 1460 by 1096. */
export async function drawPicture(): Promise<Sharp> {
  const picture = sharp(file).autoOrient();
  if (!isFramed) return picture.resize(1460);
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
