import { readFileSync } from 'node:fs';

type Color = 'cherry' | 'wine' | 'ink' | 'rose' | 'blush' | 'cream' | 'gold';

// From the project's folder, where every command runs; a built module lies elsewhere.
const tokens = readFileSync('src/styles/tokens.css', 'utf8');

/** The colours of src/styles/tokens.css that are no mixes, as `#rrggbb`. */
export const palette = Object.fromEntries(
  [...tokens.matchAll(/--(\w+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
) as Record<Color, string>;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Mixes two `#rrggbb` colours; `share`, 0 to 1, is that of the second. */
function mixColors(first: string, second: string, share: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, i) => value + ((other[i] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** By the theme of a page, the colour of the browser's own bars: that of the page's upper edge. */
export const themeColor = {
  paperback: mixColors(palette.cherry, palette.wine, 0.35),
  terminal: palette.ink,
};
