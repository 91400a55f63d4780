import { mix, palette } from '../../src/pictures/palette.ts';
import { typeface } from '../../src/pictures/typeface.ts';
import { onPhone, roundedRectangle } from './space.ts';
import { skin } from './tones.ts';

const { cherry, wine, ink, rose, blush, cream, gold } = palette;
const sans = typeface('nunito', '700-normal');
const sansBold = typeface('nunito', '800-normal');
const display = typeface('playfair-display', '900-italic');

/** Keep every line under 24 characters: the type must stay readable on a 345 px wide picture. */
const HIS = { label: 'Him, 1:47 AM', lines: ['u up? also lets not', 'put a label on this'] };
const DRAFT = { label: 'Your draft', lines: ['haha no yeah totally!!', 'whatever works for you'] };
const REPLY = {
  label: 'YOUR BESTIE',
  lines: ['Put the phone down,', 'gorgeous. I found a label:'],
  punchline: 'Return to sender.',
};

/** 3.4 % of the picture's width: 11.7 px when it is shown 345 px wide. */
const TEXT = 62;
const LEADING = 78;
const LABEL = 44;
const LARGE = 112;
const PADDING = { x: 42, y: 34 };

type Bubble = { x: number; y: number; w: number; h: number; z: number };

function box({ x, y, w, h }: Bubble, tail: boolean): string {
  if (!tail) return roundedRectangle(x, y, w, h, 52);
  const [foot, tip, inner] = [x + 46, x - 22, x + 8];
  const nib = `M${foot} ${y + h}C${(foot + tip) / 2} ${y + h + 2} ${tip + (foot - tip) * 0.2} ${y + h + 8} ${tip} ${y + h + 14}C${inner} ${y + h - 8} ${inner} ${y + h - 30} ${inner} ${y + h - 60}L${foot} ${y + h - 60}Z`;
  return `${roundedRectangle(x, y, w, h, 52)}${nib}`;
}

function floating(bubble: Bubble, tail: boolean, look: string, shade = 0.4): string {
  const path = box(bubble, tail);
  return `<path d="${onPhone(path)}" transform="translate(${10 + bubble.z * 0.12} ${18 + bubble.z * 0.3})" fill="${wine}" opacity="${shade}" filter="url(#blur16)"/>
  <path d="${onPhone(path, bubble.z)}" ${look}/>`;
}

function words(lines: string[], { x, y, z }: Bubble, top = 0): string {
  const first = y + PADDING.y + TEXT * 0.8 + top;
  return lines
    .map((text, i) => onPhone(sans.outline(text, TEXT, x + PADDING.x, first + i * LEADING), z))
    .join('');
}

const widest = (lines: string[]) =>
  Math.max(...lines.map((text) => sans.width(text, TEXT))) + 2 * PADDING.x;

const label = (text: string, x: number, y: number, colour: string, z = 0) =>
  `<path d="${onPhone(sansBold.outline(text, LABEL, x, y), z)}" fill="${colour}"/>`;

/** What he texted. */
export function his(): string {
  const { lines, label: who } = HIS;
  const bubble = { x: -472, y: -544, w: widest(lines), h: 206, z: 24 };
  return `${label(who, bubble.x + 14, bubble.y - 24, cream)}
  ${floating(bubble, true, `fill="${mix(blush, '#d9c3c8', 0.55)}"`)}
  <path d="${words(lines, bubble)}" fill="${ink}"/>`;
}

/** What she nearly answered: an outline that was never filled, every line struck. */
export function draft(): string {
  const { lines, label: who } = DRAFT;
  const w = widest(lines);
  const bubble = { x: 446 - w, y: -226, w, h: 206, z: 30 };
  const strikes = lines.map((text, i) => {
    const y = bubble.y + PADDING.y + TEXT * 0.8 + i * LEADING - TEXT * 0.26;
    const x = bubble.x + PADDING.x;
    const end = x + sans.width(text, TEXT) + 12;
    return onPhone(
      `M${x - 12} ${y + 4}C${x + w * 0.3} ${y - 9} ${x + w * 0.5} ${y + 9} ${end} ${y - 4}`,
      bubble.z,
    );
  });
  return `${label(who, bubble.x + 14, bubble.y - 22, cream)}
  ${floating(bubble, false, `fill="${mix(cherry, rose, 0.12)}" fill-opacity=".93" stroke="${blush}" stroke-width="5" stroke-dasharray="36 24" stroke-linecap="round"`, 0.3)}
  <path d="${words(lines, bubble)}" fill="${blush}"/>
  <path d="${strikes.join('')}" fill="none" stroke="${gold}" stroke-width="6.5" stroke-linecap="round"/>`;
}

/** Four fingers over the edge: the words are in his hand. */
function hand({ x, y, w, z }: Bubble): string {
  const lengths = [78, 96, 92, 72];
  return lengths
    .map((length, i) => {
      const [left, top] = [x + w - length + 26, y + 52 + i * 44];
      const finger = (grow: number) =>
        onPhone(roundedRectangle(left + grow, top, length - grow, 43, 21), z + 26);
      return `<path d="${finger(0)}" transform="translate(-8 12)" fill="${wine}" opacity=".3"/>
      <path d="${finger(0)}" fill="${skin.shade}"/><path d="${onPhone(roundedRectangle(left + 3, top + 3, length - 6, 31, 15), z + 26)}" fill="${skin.light}"/>`;
    })
    .join('');
}

/** What the bestie says, lifted off the glass and past the phone's frame. */
export function reply(): string {
  const { label: who, lines, punchline } = REPLY;
  const w = Math.max(widest(lines), display.width(punchline, LARGE) + 2 * PADDING.x) + 10;
  const bubble = { x: -500, y: 20, w, h: 384, z: 110 };
  return `${floating(bubble, true, `fill="url(#reply)"`, 0.55)}
  ${label(who, bubble.x + PADDING.x, bubble.y + 70, cherry, bubble.z)}
  <path d="${words(lines, bubble, 62)}" fill="${ink}"/>
  ${hand(bubble)}
  <path d="${onPhone(display.outline(punchline, LARGE, bubble.x + PADDING.x, bubble.y + bubble.h - 48), bubble.z)}" fill="${cherry}"/>`;
}
