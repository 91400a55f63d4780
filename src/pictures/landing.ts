import { landing, picture, site } from 'virtual:content';
import sharp, { type CreateText, type Sharp } from 'sharp';
import { palette } from './palette.ts';

const file = `src/assets/${landing.picture}`;

const ratio = picture.height / picture.width;

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

/** By its number of characters, the width of a position in ems: a small sign, digits, and commas half as wide. */
const positionWidths = [3, 5, 6, 7, 9, 10, 11].map((length) => {
  const ems = 0.3 + 0.605 * (length - Math.floor(length / 4) / 2);
  return `[data-length="${length}"]{--ems:${ems.toFixed(2)}}`;
});

/**
 * CSS variables: the width of the name's letters in ems, the picture's height divided by its width, and how wide it may
 * be in its room: a landscape cut-out leaves it at the right. It's a rule, because the Content-Security-Policy blocks
 * style attributes.
 */
export async function landingSizes(): Promise<string> {
  const { info } = await drawName({ dpi: 72 }).raw().toBuffer({ resolveWithObject: true });
  const ems = (info.width / 100).toFixed(2);
  const cutOutGrowth = ratio < 0.8 ? 1.2 : 1;
  const growth = isFramed ? 0.92 : cutOutGrowth;
  return `:root{--title-ems:${ems};--picture-ratio:${ratio.toFixed(3)};--picture-growth:${growth}}${positionWidths.join('')}`;
}

/** A picture's URL in a drawing. */
export const toUrl = async (picture: Sharp) =>
  `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`;

/** The hero picture for a drawing: a cut-out as it is; otherwise, framed on a transparent ground of 1460 by 1096. */
export async function drawPicture(): Promise<Sharp> {
  const hero = sharp(file).autoOrient();
  if (!isFramed) return hero.resize(1460);
  const width = Math.min(1200, 900 / ratio);
  const height = width * ratio;
  const box = `x="${740 - width / 2}" y="${548 - height / 2}" width="${width}" height="${height}"`;
  const svg = `
    <svg width="1460" height="1096">
      <clipPath id="frame"><rect ${box} rx="40"/></clipPath>
      <g clip-path="url(#frame)">
        <image ${box} href="${await toUrl(hero.resize(Math.round(width)))}"/>
        <rect ${box} rx="40" fill="none" stroke="${palette.gold}" stroke-width="14"/>
      </g>
    </svg>`;
  return sharp(Buffer.from(svg));
}
