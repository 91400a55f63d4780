import { mix, palette } from '../../src/pictures/palette.ts';

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
