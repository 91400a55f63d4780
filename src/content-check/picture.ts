import { readdirSync } from 'node:fs';
import sharp from 'sharp';

const FOLDER = 'src/assets';

/** In pixels. A phone loads the picture 800 pixels wide. */
const LEAST = { width: 1000, height: 900 };

const RULE = `must be one still JPEG, PNG or WebP of at least ${LEAST.width} by ${LEAST.height} pixels, from 2:3 (upright) to 16:9 (wide)`;

/** The latitude in EXIF, with its type and count in either byte order, and in XMP. */
const LATITUDES = ['\x02\0\x05\0\x03\0\0\0', '\0\x02\0\x05\0\0\0\x03', 'GPSLatitude'];

/** What's wrong with a picture in src/assets, if anything. */
export async function findPictureProblem(name: string): Promise<string | undefined> {
  // On a Mac Hero.png is the same as hero.png; on Netlify it isn't.
  if (!readdirSync(FOLDER).includes(name) || !/^[\w.-]+\.\w+$/.test(name))
    return `must be the name of a file in ${FOLDER}, with the same capital letters and without spaces, such as hero.png.`;
  const picture = sharp(`${FOLDER}/${name}`, { failOn: 'truncated' });
  // Reads all of it, since a file may be cut off.
  const pixels = picture.clone().raw().toBuffer();
  if (!(await pixels.catch(() => undefined))) return `${RULE}, but ${name} is broken.`;
  const { format, pages = 1, autoOrient, exif, xmp } = await picture.metadata();
  const { width, height } = autoOrient;
  const isLarge = width >= LEAST.width && height >= LEAST.height;
  // The layouts' limits, with room for rounded sizes.
  const isInShape = width / height >= 0.66 && width / height <= 1.78;
  if (!['jpeg', 'png', 'webp'].includes(format) || pages > 1 || !isLarge || !isInShape)
    return `${RULE}, but ${name} is ${format} of ${width} by ${height}.`;
  const notes = [exif, xmp].map((note) => note?.toString('latin1')).join();
  if (LATITUDES.some((latitude) => notes.includes(latitude)))
    return `names ${name}, which says where it was taken, for everybody to read. Save it without its location.`;
  return undefined;
}
