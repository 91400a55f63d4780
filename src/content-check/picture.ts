import { readdirSync } from 'node:fs';
import sharp from 'sharp';

const FOLDER = 'src/assets';

/** In pixels. A phone loads the picture 800 pixels wide. */
const LEAST = { width: 1000, height: 900 };

const RULE = `must be a JPEG, PNG or WebP of at least ${LEAST.width} by ${LEAST.height} pixels, from 2:3 (upright) to 16:9 (wide)`;

/** What's wrong with a picture in src/assets, if anything. */
export async function findPictureProblem(name: string): Promise<string | undefined> {
  // On a Mac Hero.png is the same as hero.png; on Netlify it isn't.
  if (!readdirSync(FOLDER).includes(name) || !/^[\w.-]+\.\w+$/.test(name))
    return `must be the name of a file in ${FOLDER}, with the same capital letters and without spaces, such as hero.png.`;
  const picture = sharp(`${FOLDER}/${name}`, { failOn: 'truncated' });
  // Reads all of it, since a file may be cut off.
  const isWhole = await picture
    .clone()
    .raw()
    .toBuffer()
    .then(Boolean, () => false);
  const metadata = isWhole && (await picture.metadata());
  if (!metadata || !['jpeg', 'png', 'webp'].includes(metadata.format))
    return `names ${name}, which isn't a JPEG, PNG or WebP that can be read. Export it as JPEG.`;
  const { format, autoOrient } = metadata;
  const { width, height } = autoOrient;
  const isLarge = width >= LEAST.width && height >= LEAST.height;
  // The layouts' limits, with room for rounded sizes.
  const isInShape = width / height >= 0.66 && width / height <= 1.78;
  const isFine = isLarge && isInShape;
  return isFine ? undefined : `${RULE}, but ${name} is ${format} of ${width} by ${height}.`;
}
