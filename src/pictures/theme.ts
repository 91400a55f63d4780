import { mix, palette } from './palette.ts';

/** What a browser paints its own bars in: what each face shows at the top of the page. */
export const themeColor = {
  cover: mix(palette.cherry, palette.wine, 0.35),
  lab: palette.ink,
};
