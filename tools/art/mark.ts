import { writeFileSync } from 'node:fs';
import { palette } from '../../src/pictures/palette.ts';

const { cherry, wine, rose, cream, gold } = palette;

/** The browser tab's mark: a plastered heart in few, large shapes, so that it survives 16 px. */
export function mark(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="15" fill="${cherry}"/>
  <path d="M32 57C12 43 4 33 5 21C7 6 25 4 32 16C39 4 57 6 59 21C60 33 52 43 32 57Z" fill="${rose}"/>
  <g transform="rotate(-34 32 30)">
    <rect x="8" y="25" width="48" height="15" rx="7.5" fill="${wine}"/>
    <rect x="8" y="23" width="48" height="14" rx="7" fill="${cream}"/>
    <rect x="25" y="23" width="14" height="14" fill="${gold}"/>
  </g>
</svg>
`;
}

if (import.meta.main) writeFileSync(new URL('../../public/favicon.svg', import.meta.url), mark());
