/** The site's seven tokens (src/styles/tokens.css), which every colour in the picture is mixed from. */
export const palette = {
  cherry: '#a3123f',
  wine: '#4a0820',
  ink: '#1d0610',
  rose: '#f2889b',
  blush: '#ffe3e0',
  cream: '#fff3df',
  gold: '#e9b44c',
} as const;

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Mixes two `#rrggbb` colours; `share` (0 to 1) is how much of the second. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, i) => value + ((other[i] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
