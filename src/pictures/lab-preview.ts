import type { CollectionEntry } from 'astro:content';
import { PICTURE } from '../site/public-pages.ts';
import { plasteredHeart } from './heart.ts';
import { mix, palette } from './palette.ts';
import { BASELINE, setText } from './set-text.ts';
import { typeface } from './typeface.ts';

const { ink, wine, cherry, rose, cream, gold } = palette;
const { width, height } = PICTURE;

const bold = typeface('jetbrains-mono', '700-normal', -0.02);
const plain = typeface('jetbrains-mono', '500-normal');

const LEFT = 84;
const WIDTH = width - 2 * LEFT;
const LINE = 1.12;

type Words = Pick<CollectionEntry<'about'>['data'], 'prompt' | 'heading' | 'tagline'>;

/** The lab's link preview as SVG, every word an outline: its terminal, at night. */
export function labPicture({ prompt, heading, tagline }: Words): string {
  const typed = setText(plain, prompt, { width: WIDTH, height: 40, size: 28, leading: 1.3 });
  // The cursor wants room at the end of the last line, the heart beside the tagline.
  const head = setText(bold, heading, { width: WIDTH - 80, height: 270, size: 112, leading: LINE });
  const text = setText(plain, tagline, { width: 820, height: 165, size: 40, leading: 1.35 });
  const top = (height - typed.height - head.height - text.height - 58) / 2;
  const headTop = top + typed.height + 24;
  const headline = head.outline(LEFT - head.size * 0.05, headTop);

  const lastLine = head.lines.at(-1) ?? '';
  const cursor = {
    x: LEFT + bold.width(lastLine, head.size) + head.size * 0.1,
    y: headTop + (head.lines.length - 1) * head.size * LINE + (BASELINE - 0.8) * head.size,
  };

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
  <defs>
    <filter id="glow" x="-10%" y="-40%" width="120%" height="180%"><feGaussianBlur stdDeviation="18"/></filter>
    <radialGradient id="night" gradientUnits="userSpaceOnUse" cx="420" cy="300" r="860">
      <stop offset="0" stop-color="${mix(ink, wine, 0.75)}"/><stop offset="1" stop-color="${ink}"/>
    </radialGradient>
    <pattern id="scan" width="4" height="4" patternUnits="userSpaceOnUse">
      <rect width="4" height="2" fill="${ink}" opacity=".2"/>
    </pattern>
  </defs>
  <rect width="${width}" height="${height}" fill="url(#night)"/>
  <rect x="34" y="34" width="${width - 68}" height="${height - 68}" fill="none" stroke="${mix(rose, ink, 0.45)}" stroke-width="2"/>
  <path d="${typed.outline(LEFT, top)}" fill="${rose}"/>
  <path d="${headline}" fill="${mix(gold, cherry, 0.3)}" opacity=".7" filter="url(#glow)"/>
  <path d="${headline}" fill="${gold}"/>
  <rect x="${cursor.x}" y="${cursor.y}" width="${head.size * 0.58}" height="${head.size}" fill="${rose}"/>
  <path d="${text.outline(LEFT, headTop + head.height + 34)}" fill="${cream}"/>
  <g transform="translate(1044 504) scale(.54) translate(-1530 -1272)">${plasteredHeart()}</g>
  <rect width="${width}" height="${height}" fill="url(#scan)"/>
</svg>`;
}
