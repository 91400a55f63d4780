import { mix, palette } from '../../src/pictures/palette.ts';

const { cherry, wine, ink, rose, blush } = palette;

// One petal, 100 wide and 120 tall, its curled lip catching the light.
const leaf = 'M50 2C60 -4 82 4 92 26C106 58 84 102 46 120C14 104 -8 62 6 28C16 6 38 8 50 2Z';
const hollow =
  'M50 2C60 -4 82 4 92 26C98 40 98 56 92 72C84 40 66 22 50 16C36 26 26 52 34 112C12 94 -6 58 6 28C16 6 38 8 50 2Z';
const lip = 'M92 26C106 58 84 102 46 120C74 98 88 66 78 38C74 24 66 14 56 8C74 4 86 12 92 26Z';

type Petal = { x: number; y: number; size: number; turn: number; lean: number; far?: boolean };

// `lean` squeezes the petal across, as if it turned in the air.
const behind: Petal[] = [
  { x: 70, y: 70, size: 0.95, turn: -38, lean: 0.8, far: true },
  { x: 330, y: 96, size: 0.62, turn: 64, lean: 0.55, far: true },
];
const ahead: Petal[] = [
  { x: 92, y: 610, size: 1.1, turn: 28, lean: 0.85 },
  { x: 34, y: 1010, size: 0.85, turn: -66, lean: 0.6 },
  { x: 214, y: 1290, size: 1.4, turn: 112, lean: 0.8 },
  { x: 1706, y: 1130, size: 0.72, turn: -24, lean: 0.75 },
  { x: 1340, y: 1330, size: 0.85, turn: 74, lean: 0.7 },
];

function petal({ x, y, size, turn, lean, far = false }: Petal): string {
  const dim = far ? 0.28 : 0;
  const shadow = far
    ? ''
    : `<path d="${leaf}" transform="translate(${x + 10} ${y + 22}) rotate(${turn}) scale(${size * lean} ${size})" fill="${ink}" opacity=".28"/>`;
  return `${shadow}<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size * lean} ${size})">
    <path d="${leaf}" fill="${mix(mix(rose, cherry, 0.12), wine, dim)}"/>
    <path d="${hollow}" fill="${mix(mix(rose, cherry, 0.55), wine, dim)}"/>
    <path d="${lip}" fill="${mix(mix(rose, blush, 0.6), wine, dim)}"/>
  </g>`;
}

export const petalsBehind = () => behind.map(petal).join('');
export const petalsAhead = () => ahead.map(petal).join('');
