import { readdirSync } from 'node:fs';
import type { ImageMetadata } from 'astro';
import sharp from 'sharp';

const FOLDER = 'src/assets';

/** In pixels. A phone shows the picture 780 pixels wide. */
const SMALLEST_SIDE = 1000;

/** Astro keeps the file's path on an imported picture, but not in its type. */
export const filePathOf = (picture: ImageMetadata) =>
  (picture as ImageMetadata & { fsPath: string }).fsPath;

/** What's wrong with a picture in src/assets, if anything. */
export async function pictureProblem(name: string): Promise<string | undefined> {
  // On a Mac Hero.png is the same as hero.png; on Netlify it isn't.
  if (!readdirSync(FOLDER).includes(name))
    return `names ${name}, which isn't in ${FOLDER}. Upload it there, and check its capital letters.`;
  if (!/^[\w.-]+\.(jpe?g|png|webp)$/i.test(name))
    return `names ${name}, but the picture must be a JPEG, PNG or WebP with only letters, digits and hyphens in its name.`;
  const file = sharp(`${FOLDER}/${name}`, { failOn: 'truncated' }).autoOrient().raw();
  const read = await file.toBuffer({ resolveWithObject: true }).catch(() => undefined);
  if (!read) return `names ${name}, which is broken. Save it again as JPEG, PNG or WebP.`;
  const { width, height } = read.info;
  const isLarge = Math.min(width, height) >= SMALLEST_SIDE;
  // What the layouts have room for.
  if (isLarge && width / height >= 2 / 3 && width / height <= 16 / 9) return undefined;
  return `names ${name}, which is ${width} by ${height} pixels. It needs at least ${SMALLEST_SIDE} by ${SMALLEST_SIDE}, from 2:3 (upright) to 16:9 (wide).`;
}
