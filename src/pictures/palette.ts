import { readFileSync } from 'node:fs';

/** The drawings in src/assets have colors instead of their names, so that vector programs show them. */
const COLOR_NAMES: Record<string, string> = {
  '#a3123f': 'cherry',
  '#4a0820': 'wine',
  '#1d0610': 'ink',
  '#f2889b': 'rose',
  '#ffe3e0': 'blush',
  '#fff3df': 'cream',
  '#e9b44c': 'gold',
};

// Relative to the project, where every command runs, because a built module is elsewhere.
const tokens = readFileSync('src/styles/tokens.css', 'utf8');

/** The colors of src/styles/tokens.css that aren't mixes, as `#rrggbb`. */
export const palette: Record<string, string> = Object.fromEntries(
  Array.from(tokens.matchAll(/--(\w+): (#[0-9a-f]{6});/g), ([, name, value]) => [name, value]),
);

/** Reads src/assets/NAME.svg, and replaces its colors with those of the same name in `colors`. */
export function readDrawing(name: string, colors = palette): string {
  const svg = readFileSync(`src/assets/${name}.svg`, 'utf8').replace(/>\s+</g, '><');
  return svg.replace(/#[0-9a-f]{6}/g, (color) => colors[COLOR_NAMES[color] ?? ''] ?? color);
}
