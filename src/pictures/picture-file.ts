import { readdirSync, readFileSync } from 'node:fs';
import type { ImageMetadata } from 'astro';
import sharp from 'sharp';

const FOLDER = 'src/assets';

/** In pixels. A phone shows the picture 780 pixels wide. */
const SMALLEST = { width: 1000, height: 900 };

/** Width by height, from 2:3 to 16:9, with room for rounded sizes. It's what the layouts have room for. */
const SHAPES = { upright: 0.66, wide: 1.78 };

/** The latitude in EXIF, with its type and count in either byte order, and in XMP. */
const LATITUDES = ['\x02\0\x05\0\x03\0\0\0', '\0\x02\0\x05\0\0\0\x03', 'GPSLatitude'];

/** Astro keeps the file's path on an imported picture, but not in its type. */
export const filePathOf = (picture: ImageMetadata) =>
  (picture as ImageMetadata & { fsPath: string }).fsPath;

/** What's wrong with a picture in src/assets, if anything. */
export async function pictureProblem(name: string): Promise<string | undefined> {
  if (/[/\\]/.test(name))
    return `names a folder, too. Write only the file's name, such as hero.png.`;
  // On a Mac Hero.png is the same as hero.png; on Netlify it isn't.
  if (!readdirSync(FOLDER).includes(name))
    return `names ${name}, which isn't in ${FOLDER}. Upload it there, and check its capital letters.`;
  if (!/^[\w.-]+\.(jpe?g|png|webp)$/i.test(name))
    return `names ${name}, but the picture must be a JPEG, PNG or WebP with only letters, digits and hyphens in its name.`;
  const advice = await adviceFor(readFileSync(`${FOLDER}/${name}`));
  return advice && `names ${name}, which ${advice}`;
}

async function adviceFor(file: Buffer): Promise<string | undefined> {
  const picture = sharp(file, { failOn: 'truncated' }).autoOrient().raw();
  const read = await picture.toBuffer({ resolveWithObject: true }).catch(() => undefined);
  if (!read) return 'is broken. Save it again as JPEG, PNG or WebP.';
  const { format, pages = 1, exif, xmp } = await sharp(file).metadata();
  if (!['jpeg', 'png', 'webp'].includes(format))
    return `is really a ${format}. Save it as JPEG, PNG or WebP.`;
  // sharp doesn't know animated PNGs.
  if (pages > 1 || file.subarray(0, file.indexOf('IDAT')).includes('acTL'))
    return 'is animated. Save one image of it.';
  const notes = [exif, xmp].map((note) => note?.toString('latin1')).join();
  if (LATITUDES.some((latitude) => notes.includes(latitude)))
    return 'says where it was taken, for everybody to read. Save it without its location.';
  const { width, height } = read.info;
  const size = `is ${width} by ${height} pixels`;
  if (width < SMALLEST.width || height < SMALLEST.height)
    return `${size}. It needs at least ${SMALLEST.width} by ${SMALLEST.height}.`;
  if (width / height < SHAPES.upright) return `${size}. Crop it to 2:3 or wider.`;
  if (width / height > SHAPES.wide) return `${size}. Crop it to 16:9 or narrower.`;
  return undefined;
}
