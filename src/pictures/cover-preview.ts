import sharp from 'sharp';
import { PICTURE } from '../site/public-pages.ts';
import { headline } from './headline.ts';
import { mix, palette } from './palette.ts';
import { type Setting, setText } from './set-text.ts';
import { typeface } from './typeface.ts';

const { cherry, wine, ink, rose, blush, cream, gold } = palette;
const { width, height } = PICTURE;

const sans = typeface('nunito', '800-normal', 0.24);
const serif = typeface('playfair-display', '600-italic');

/** Where the words begin: right of the book's spine. */
const LEFT = 80;
const LINE = 1.1;

interface Words {
  presents: string;
  product: string;
  pitch: string;
  /** The hero picture's file. */
  hero: string;
}

/** The landing page's link preview as SVG, every word an outline: the cover, laid on its side. */
export async function coverPicture({ presents, product, pitch, hero }: Words): Promise<string> {
  const { x, image } = await picture(hero);
  const box = (height: number, size: number, leading: number) => ({
    width: x - LEFT - 16,
    height,
    size,
    leading,
  });
  const by = setText(sans, presents.toUpperCase(), box(60, 17, 1.5));
  const title = setText(headline, product, box(260, 190, LINE));
  const text = setText(serif, pitch, box(190, 41, 1.16));
  const top = (height - by.height - title.height - text.height - 28) / 2;
  const titleTop = top + by.height + 10;

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
  ${paper()}
  ${image}
  <path d="${by.outline(LEFT, top)}" fill="${blush}"/>
  ${foil(title, titleTop)}
  <path d="${text.outline(LEFT, titleTop + title.height + 18)}" fill="${cream}"/>
</svg>`;
}

/** The cover's ground, lit where the phone is, and its spine. */
const paper = () => `<defs>
    <radialGradient id="light" gradientUnits="userSpaceOnUse" cx="760" cy="300" r="900">
      <stop offset="0" stop-color="${mix(rose, cherry, 0.88)}"/>
      <stop offset=".4" stop-color="${cherry}"/>
      <stop offset="1" stop-color="${mix(cherry, wine, 0.75)}"/>
    </radialGradient>
    <linearGradient id="spine">
      <stop offset="0" stop-color="${ink}" stop-opacity=".5"/>
      <stop offset=".55" stop-color="${ink}" stop-opacity=".12"/>
      <stop offset=".62" stop-color="${rose}" stop-opacity=".38"/>
      <stop offset=".72" stop-color="${ink}" stop-opacity=".28"/>
      <stop offset="1" stop-color="${ink}" stop-opacity="0"/>
    </linearGradient>
  </defs>
  <rect width="${width}" height="${height}" fill="url(#light)"/>
  <rect width="52" height="${height}" fill="url(#spine)"/>`;

/** The hero picture, whole, as large as the right side of the cover holds, and where it begins. */
async function picture(file: string) {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width: 720, height: 640, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [x, y] = [width - info.width + 24, (height - info.height) / 2 + 6];
  const image = `<image href="data:image/png;base64,${data.toString('base64')}" x="${x}" y="${y}" width="${info.width}" height="${info.height}"/>`;
  return { x, image };
}

/** The title in gold, as .title in src/styles/cover.css; the light runs anew over each line. */
function foil(title: Setting, top: number): string {
  const path = title.outline(LEFT - title.size * 0.02, top);
  return `<defs>
    <filter id="soft"><feGaussianBlur stdDeviation="7"/></filter>
    <linearGradient id="foil" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${top}" y2="${top + title.size * LINE}" spreadMethod="repeat">
      <stop offset=".18" stop-color="${cream}"/>
      <stop offset=".46" stop-color="${gold}"/>
      <stop offset=".58" stop-color="${mix(wine, gold, 0.62)}"/>
      <stop offset=".64" stop-color="${gold}"/>
      <stop offset=".88" stop-color="${cream}"/>
    </linearGradient>
  </defs>
  <path d="${path}" transform="translate(0 ${title.size * 0.045})" fill="${ink}" opacity=".55" filter="url(#soft)"/>
  <path d="${path}" transform="translate(0 ${title.size * 0.02})" fill="${wine}"/>
  <path d="${path}" fill="url(#foil)"/>`;
}
