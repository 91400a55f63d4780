import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { plasteredHeart } from '../../src/pictures/heart.ts';
import { palette } from '../../src/pictures/palette.ts';
import { HEART } from '../../src/waitlist/ui/share-picture/shapes.ts';
import { draft, his, reply } from './bubbles.ts';
import { face } from './face.ts';
import { wiltedFlag } from './flag.ts';
import { hairBehind, hairInFront, hairOnShoulder } from './hair.ts';
import { phone, phoneLight } from './handset.ts';
import { onCherry } from './matte.ts';
import { petalsAhead, petalsBehind } from './petals.ts';
import { handBehindReply, shirt, torso } from './shirt.ts';

const { cherry, wine, rose, cream, gold } = palette;
const SIZE = { width: 1800, height: 1500 };
const HEAD = 'translate(925 184) rotate(-5 160 200) scale(.92)';

const blur = (id: string, deviation: number) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;

/** The man himself: he rises from the lower screen, breaks its frame, and his hair leaves the picture. */
const fabio = () => `<g transform="${HEAD}">${hairBehind()}</g>
  ${torso()}${shirt()}
  <g transform="${HEAD}">${hairOnShoulder()}${face()}${hairInFront()}</g>`;

/** The hero picture as SVG, every word an outline. It has no name in it, so that a renamed product keeps it. */
function hero(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" width="${SIZE.width}" height="${SIZE.height}">
  <defs>
    ${blur('blur16', 16)}${blur('blur60', 60)}${blur('blur90', 90)}
    <linearGradient id="reply" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="${cream}"/>
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
  ${handBehindReply()}${reply()}${plasteredHeart()}${petalsAhead()}
</svg>`;
}

/** The browser tab's mark: a plastered heart in few, large shapes, so that it survives 16 px. */
const mark = () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="15" fill="${cherry}"/>
  <path d="${HEART}" fill="${rose}"/>
  <g transform="rotate(-34 32 30)">
    <rect x="8" y="25" width="48" height="15" rx="7.5" fill="${wine}"/>
    <rect x="8" y="23" width="48" height="14" rx="7" fill="${cream}"/>
    <rect x="25" y="23" width="14" height="14" fill="${gold}"/>
  </g>
</svg>
`;

const drawn = await sharp(Buffer.from(hero())).png().toBuffer();
await (await onCherry(drawn)).png({ compressionLevel: 9 }).toFile('src/assets/hero.png');
writeFileSync('public/favicon.svg', mark());
