import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { plasteredHeart } from '../../src/pictures/heart.ts';
import { palette } from '../../src/pictures/palette.ts';
import { draft, his, reply } from './bubbles.ts';
import { fabio } from './fabio.ts';
import { wiltedFlag } from './flag.ts';
import { onCherry } from './matte.ts';
import { petalsAhead, petalsBehind } from './petals.ts';
import { phone, phoneLight } from './phone.ts';
import { handBehindReply } from './shirt.ts';

const SIZE = { width: 1800, height: 1500 };

const blur = (id: string, deviation: number) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

/** The hero picture as SVG, every word an outline. `product` is the name Fabio's bubble carries. */
export function draw({ product }: { product: string }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" width="${SIZE.width}" height="${SIZE.height}">
  <defs>
    ${blur('blur16', 16)}${blur('blur60', 60)}${blur('blur90', 90)}
    <linearGradient id="reply" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="${palette.cream}"/>
    </linearGradient>
    <linearGradient id="sides">
      <stop offset="0" stop-color="#000"/><stop offset=".07" stop-color="#fff"/>
      <stop offset=".93" stop-color="#fff"/><stop offset="1" stop-color="#000"/>
    </linearGradient>
    <linearGradient id="foot" x1="0" y1="0" x2="0" y2="1">
      <stop offset=".9" stop-color="#fff"/><stop offset=".95" stop-color="#aaa"/><stop offset="1" stop-color="#000"/>
    </linearGradient>
    <mask id="inside" maskUnits="userSpaceOnUse" x="0" y="0" width="1800" height="1500"><rect width="1800" height="1500" fill="url(#sides)"/></mask>
    <mask id="sinking" maskUnits="userSpaceOnUse" x="0" y="0" width="1800" height="1500"><rect width="1800" height="1500" fill="url(#foot)"/></mask>
  </defs>
  ${petalsBehind()}<g mask="url(#sinking)">${phoneLight()}${phone()}</g>
  ${fabio()}${wiltedFlag()}${his()}${draft()}
  ${handBehindReply()}${reply(product)}${plasteredHeart()}${petalsAhead()}
</svg>`;
}

if (import.meta.main) {
  const file = fileURLToPath(new URL('../../src/assets/hero.png', import.meta.url));
  const drawn = await sharp(Buffer.from(draw({ product: 'Fabio' })))
    .png()
    .toBuffer();
  await (await onCherry(drawn)).png({ compressionLevel: 9 }).toFile(file);
}
