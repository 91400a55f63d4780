import sharp from 'sharp';

/** Fewer bytes than the defaults in a third of the time; flat shapes look the same. */
export const ENCODING = {
  avif: { chromaSubsampling: '4:2:0', effort: 3 },
  webp: { alphaQuality: 50, effort: 6 },
} as const;

/** Widths in pixels, and the qualities to try. WebP is for phones older than 2022. */
export const HERO_ON_PHONE = {
  avif: { width: 780, qualities: [48, 36, 24] },
  webp: { width: 585, qualities: [45, 30, 15] },
} as const;

/** Covered by tests/e2e/budgets.spec.ts. */
const MAX_BYTES = 35 * 1024;

const bestQualities = new Map<string, Promise<number>>();

/** The best quality that keeps `file` below MAX_BYTES on a phone, otherwise the lowest quality. */
export function bestHeroQuality(file: string, format: keyof typeof HERO_ON_PHONE): Promise<number> {
  const key = `${format} ${file}`;
  const quality = bestQualities.get(key) ?? findQuality(file, format);
  bestQualities.set(key, quality);
  return quality;
}

async function findQuality(file: string, format: keyof typeof HERO_ON_PHONE): Promise<number> {
  const { width, qualities } = HERO_ON_PHONE[format];
  const small = sharp(file).autoOrient().resize(width);
  for (const quality of qualities) {
    const options = { ...ENCODING[format], quality };
    const { length } = await small.clone().toFormat(format, options).toBuffer();
    if (length < MAX_BYTES) return quality;
  }
  return Math.min(...qualities);
}
