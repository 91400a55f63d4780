import { mix, palette } from '../../src/pictures/palette.ts';
import { PETAL } from '../../src/waitlist/ui/share-picture/shapes.ts';

const { cherry, wine, ink, rose, blush } = palette;
const { leaf, hollow, lip } = PETAL;

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
