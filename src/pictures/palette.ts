import { readFileSync } from 'node:fs';

type Color = 'cherry' | 'wine' | 'ink' | 'rose' | 'blush' | 'cream' | 'gold';

// From the project's folder, where every command runs; a built module lies elsewhere.
const tokens = readFileSync('src/styles/tokens.css', 'utf8');

/** The colours of src/styles/tokens.css that are no mixes, as `#rrggbb`. */
export const palette = Object.fromEntries(
  [...tokens.matchAll(/--(\w+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
) as Record<Color, string>;

/** By the theme of a page, the colour of a phone's bars: that of the page's upper edge. */
export const themeColor = { paperback: palette.cherry, terminal: palette.ink };
