import { mix, palette } from '../../src/pictures/palette.ts';
import { ribbon } from './ribbon.ts';

const { cherry, wine, rose, cream, gold } = palette;

const red = mix(cherry, '#ff2a4a', 0.55);
const limp =
  'M724 78C676 74 640 100 610 148C586 188 552 206 500 210L548 262L520 336C576 330 616 306 642 268C668 230 706 214 764 226C764 170 752 120 724 78Z';

/** The red flag, planted in his message and past caring. */
export function wiltedFlag(): string {
  const pole = '758,420 768,320 766,230 748,140 714,70 668,36';
  return `
  <path d="${limp}" transform="translate(22 24)" fill="${wine}" opacity=".32"/>
  <path d="${limp}" fill="${red}"/>
  <path d="M652 98C636 110 624 126 610 148C586 188 552 206 500 210L530 242C580 236 612 216 636 184C648 160 652 130 652 98Z" fill="${mix(red, rose, 0.42)}"/>
  <path d="M652 98C670 84 692 76 724 78C752 120 764 170 764 226C734 220 712 220 692 228C706 170 690 122 652 98Z" fill="${mix(red, wine, 0.22)}"/>
  <path d="M536 292L520 336C576 330 616 306 642 268C656 248 672 234 692 228C694 218 694 208 694 200C660 206 640 226 618 252C598 276 572 290 536 292Z" fill="${mix(red, wine, 0.48)}"/>
  <path d="${ribbon(pole, () => 11)}" fill="${mix(gold, cherry, 0.4)}"/>
  <path d="${ribbon(pole, () => 11, { shift: 0.3, scale: 0.5 })}" fill="${mix(gold, cream, 0.4)}"/>
  <circle cx="662" cy="34" r="18" fill="${gold}"/><circle cx="657" cy="28" r="7" fill="${cream}"/>`;
}
