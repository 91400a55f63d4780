import { readdirSync } from 'node:fs';
import type { ImageMetadata } from 'astro';
import sharp from 'sharp';

const FOLDER = 'src/assets';

/** Astro keeps the file's path on an imported picture, but not in its type. */
export const filePathOf = (picture: ImageMetadata) =>
  (picture as ImageMetadata & { fsPath: string }).fsPath;

/**
 * What is wrong with a picture in src/assets, which should have at least `smallest` pixels a side, and
 * from 2:3 to 16:9, which the layouts take.
 */
export async function pictureProblem(name: string, smallest: number): Promise<string | undefined> {
  // To a Mac Hero.png is hero.png, to Netlify it is not.
  if (!readdirSync(FOLDER).includes(name))
    return `names ${name}, which is not in ${FOLDER}. Upload it there, and mind capital letters.`;
  if (!/^[\w.-]+\.(jpe?g|png|webp)$/i.test(name))
    return `names ${name}: only a JPEG, PNG or WebP whose name has letters, digits and hyphens.`;
  const file = sharp(`${FOLDER}/${name}`, { failOn: 'truncated' }).autoOrient().raw();
  const read = await file.toBuffer({ resolveWithObject: true }).catch(() => undefined);
  if (!read) return `names ${name}, which is broken. Save it as JPEG, PNG or WebP.`;
  const { width, height } = read.info;
  const size = `names ${name}, which is ${width} by ${height} pixels`;
  if (Math.min(width, height) < smallest)
    return `${size} and looks blurred. It takes at least ${smallest} by ${smallest}.`;
  if (height > width * 1.5)
    return `${size}, too narrow: cut its height to ${Math.floor(width * 1.5)}.`;
  const widest = Math.floor((height * 16) / 9);
  return width > widest ? `${size}, too wide: cut its width to ${widest}.` : undefined;
}
