import { mix, palette } from './palette.ts';

const { cherry, wine, ink, rose, blush, cream, gold } = palette;

const heart =
  'M0 118C-66 72 -128 22 -124 -44C-120 -96 -52 -118 0 -60C52 -118 120 -96 124 -44C128 22 66 72 0 118Z';
const shade =
  'M0 118C66 72 128 22 124 -44C122 -74 100 -94 74 -96C96 -60 90 10 40 52C10 78 -30 88 -50 82C-32 96 -14 108 0 118Z';

/** A heart that is mending: the plaster holds. */
export function plasteredHeart(): string {
  const holes = [-14, 0, 14].flatMap((x) =>
    [-12, 0, 12].map((y) => `<circle cx="${x}" cy="${y}" r="3.4"/>`),
  );
  return `<g transform="translate(1530 1272) rotate(13) scale(1.14)">
    <path d="${heart}" transform="translate(12 26)" fill="${ink}" opacity=".35"/>
    <path d="${heart}" fill="${mix(rose, cherry, 0.22)}"/>
    <path d="${shade}" fill="${mix(rose, cherry, 0.68)}"/>
    <path d="M-98 -30C-100 -62 -74 -82 -50 -74C-76 -68 -88 -50 -86 -26C-90 -18 -97 -20 -98 -30Z" fill="${blush}"/>
    <g transform="translate(6 4) rotate(-34)">
      <rect x="-96" y="-27" width="192" height="66" rx="32" fill="${wine}" opacity=".3"/>
      <rect x="-96" y="-33" width="192" height="66" rx="33" fill="${cream}"/>
      <path d="M-96 6C-94 22 -80 33 -63 33H63C80 33 94 22 96 6C84 18 76 22 60 22H-60C-76 22 -84 18 -96 6Z" fill="${mix(cream, gold, 0.5)}"/>
      <rect x="-33" y="-33" width="66" height="66" fill="${mix(cream, gold, 0.42)}"/>
      <g fill="${mix(gold, cherry, 0.35)}">${holes.join('')}</g>
    </g>
  </g>`;
}
