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

const { cherry, wine, rose, blush, cream, gold } = palette;

const warm = mix(gold, rose, 0.45);

/** Skin by the light it gets: from the screen's glow down to the hollow under the jaw. */
export const skin = {
  glow: mix(cream, warm, 0.16),
  light: mix(cream, warm, 0.5),
  mid: mix(warm, cherry, 0.12),
  shade: mix(warm, cherry, 0.5),
  deep: mix(cherry, wine, 0.35),
};

/** Hair, from the rim light to the gaps between the locks. */
export const hair = {
  rim: mix(cream, gold, 0.25),
  light: mix(cream, gold, 0.72),
  gold: mix(gold, cherry, 0.08),
  amber: mix(gold, cherry, 0.42),
  deep: mix(cherry, wine, 0.3),
  dark: mix(cherry, wine, 0.75),
};

/** The shirt's cloth: never grey, its shadows take the cover's cherry. */
export const cloth = {
  light: cream,
  mid: mix(blush, rose, 0.28),
  shade: mix(rose, cherry, 0.32),
  deep: mix(cherry, wine, 0.2),
};
