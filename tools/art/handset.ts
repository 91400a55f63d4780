import { mix, palette } from '../../src/pictures/palette.ts';
import { onPhone, project, roundedRectangle } from './space.ts';

const { cherry, wine, ink, rose, blush, cream, gold } = palette;

/** The phone's flat measures: its glass is 1 unit per pixel where it faces us squarely. */
const GLASS = { x: -520, y: -730, w: 1040, h: 1730 };
const BEZEL = 30;
const THICKNESS = 60;

const outline = (grow: number, radius: number) =>
  roundedRectangle(GLASS.x - grow, GLASS.y - grow, GLASS.w + 2 * grow, GLASS.h + 2 * grow, radius);

const screen = onPhone(outline(0, 92));

/** The edge, stacked from back to front, lit where it turns towards the light. */
function edge(): string {
  const slices = 22;
  return Array.from({ length: slices }, (_, i) => {
    const depth = i / (slices - 1);
    const rounding = 10 * Math.sin(depth * Math.PI) - 10;
    const colour =
      depth < 0.3
        ? ink
        : mix(ink, mix(wine, rose, 0.5), Math.sin(((depth - 0.3) / 0.7) * Math.PI) ** 2);
    const [x, y] = [-34 * (1 - depth), 14 * (1 - depth)]; // leaned on: the true camera hides the lit side
    return `<path d="${onPhone(outline(BEZEL + rounding, 116))}" transform="translate(${x} ${y})" fill="${colour}"/>`;
  }).join('');
}

/** Sun rays of a paperback cover, spreading from behind Fabio's head. */
function rays(): string {
  const [x, y] = [480, -500];
  return Array.from({ length: 13 }, (_, i) => {
    const angle = (i / 13) * 2 * Math.PI + 0.1;
    const [a, b] = [angle - 0.12, angle + 0.12];
    const reach = 1700;
    return `M${x} ${y}L${x + reach * Math.cos(a)} ${y + reach * Math.sin(a)}L${x + reach * Math.cos(b)} ${y + reach * Math.sin(b)}Z`;
  }).join('');
}

/** Shadow and glow the phone throws on the page; drawn under everything. */
export function phoneLight(): string {
  return `
  <g mask="url(#inside)"><g filter="url(#blur60)">
    <path d="${onPhone(outline(24, 120), -THICKNESS)}" transform="translate(46 70)" fill="${ink}" opacity=".62"/>
  </g>
  <g filter="url(#blur90)">
    <path d="${onPhone(outline(34, 140))}" fill="${mix(rose, gold, 0.25)}" opacity=".5"/>
  </g></g>`;
}

/** The phone itself, dark glass edge to lit screen; Fabio and the bubbles come on top. */
export function phone(): string {
  const [sx, sy] = project(480, -500);
  return `
  <defs>
    <clipPath id="screen"><path d="${screen}"/></clipPath>
    <linearGradient id="screen-light" gradientUnits="userSpaceOnUse" x1="520" y1="180" x2="800" y2="1500">
      <stop offset="0" stop-color="${mix(cherry, wine, 0.3)}"/>
      <stop offset=".34" stop-color="${mix(cherry, rose, 0.35)}"/>
      <stop offset=".66" stop-color="${mix(rose, blush, 0.15)}"/>
      <stop offset="1" stop-color="${mix(blush, rose, 0.2)}"/>
    </linearGradient>
    <radialGradient id="sun" gradientUnits="userSpaceOnUse" cx="${sx}" cy="${sy}" r="640">
      <stop offset="0" stop-color="${cream}" stop-opacity=".95"/>
      <stop offset=".35" stop-color="${gold}" stop-opacity=".75"/>
      <stop offset="1" stop-color="${gold}" stop-opacity="0"/>
    </radialGradient>
    <linearGradient id="rim" gradientUnits="userSpaceOnUse" x1="100" y1="200" x2="1300" y2="1400">
      <stop offset="0" stop-color="${cream}"/>
      <stop offset=".3" stop-color="${gold}" stop-opacity=".75"/>
      <stop offset=".7" stop-color="${rose}" stop-opacity=".35"/>
      <stop offset="1" stop-color="${rose}" stop-opacity=".7"/>
    </linearGradient>
    <linearGradient id="sheen" gradientUnits="userSpaceOnUse" x1="150" y1="250" x2="760" y2="700">
      <stop offset="0" stop-color="${blush}" stop-opacity=".3"/>
      <stop offset="1" stop-color="${blush}" stop-opacity=".05"/>
    </linearGradient>
  </defs>
  ${edge()}
  <path d="${onPhone(outline(BEZEL, 116))}" fill="${ink}" stroke="url(#rim)" stroke-width="5"/>
  <path d="${screen}" fill="url(#screen-light)"/>
  <g clip-path="url(#screen)">
    <path d="${onPhone(rays())}" fill="url(#sun)" opacity=".55"/>
    <path d="${screen}" fill="url(#sun)" opacity=".6"/>
    <path d="${onPhone('M-600 -800L60 -800L-560 420L-600 420Z')}" fill="url(#sheen)"/>
  </g>`;
}
