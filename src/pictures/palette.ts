import { readFileSync } from 'node:fs';

type Color = 'cherry' | 'wine' | 'ink' | 'rose' | 'blush' | 'cream' | 'gold';

// Relative to the project, where every command runs, because a built module is elsewhere.
const tokens = readFileSync('src/styles/tokens.css', 'utf8');

/** The colors of src/styles/tokens.css that aren't mixes, as `#rrggbb`. */
export const palette = Object.fromEntries(
  [...tokens.matchAll(/--(\w+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
) as Record<Color, string>;

/** The color of a phone's bars for each theme, which matches the page's top edge. */
export const themeColor = { paperback: palette.cherry, terminal: palette.ink };
