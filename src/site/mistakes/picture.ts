import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import sharp from 'sharp';

/** What a picture's name may end with, and what the file then has to be. */
const TYPES = new Map([
  ['.jpg', 'jpeg'],
  ['.jpeg', 'jpeg'],
  ['.png', 'png'],
  ['.webp', 'webp'],
]);

/** In pixels: a phone shows it 780 wide. */
const SMALLEST = 1000;

/** Width by height, from an upright photo to a film's. The layouts bear what lies between. */
const NARROWEST = 2 / 3;
const WIDEST = 16 / 9;

/** Why the picture at `path`, seen from the folder `root`, cannot be shown; undefined where it can. */
export async function pictureProblem(root: string, path: string): Promise<string | undefined> {
  const name = basename(path);
  const ending = extname(name);
  // The exact name: a Mac takes Hero.png for hero.png, Netlify does not.
  const folder = join(root, dirname(path));
  const there = existsSync(folder) ? readdirSync(folder) : [];
  if (!there.includes(name)) {
    return `${path} is not there. Write the exact name of one that is: ${there.join(', ')}`;
  }
  const endings = [...TYPES.keys()].join(', ');
  if (!TYPES.has(ending)) {
    return `${path} is no picture that we can take. Save it as one of these: ${endings}`;
  }
  const broken = `${path} is broken. Save or upload the picture again.`;
  const picture = sharp(join(root, path), { failOn: 'truncated' });
  const metadata = await picture.metadata().catch(() => undefined);
  if (!metadata) return broken;
  const { width, height } = metadata.autoOrient;
  const right = [...TYPES].find(([, type]) => type === metadata.format)?.[0];
  if (metadata.format !== TYPES.get(ending)) {
    return right
      ? `${path} is in truth a ${right}. Name it ${basename(name, ending)}${right}, there and here.`
      : `${path} is in truth a ${metadata.format}. Save it as one of these: ${endings}`;
  }
  if (Math.min(width, height) < SMALLEST) {
    return `${path} is ${width} by ${height} pixels and would look blurred. Take one of at least ${SMALLEST} by ${SMALLEST}.`;
  }
  if (width / height < NARROWEST) {
    return `${path} is ${width} by ${height} pixels, too narrow for the page. Crop it to at most ${Math.floor(width / NARROWEST)} high.`;
  }
  if (width / height > WIDEST) {
    return `${path} is ${width} by ${height} pixels, too wide for the page. Crop it to at most ${Math.floor(height * WIDEST)} wide.`;
  }
  // Only reading all of it tells whether it was cut short.
  return picture
    .resize(1)
    .toBuffer()
    .then(
      () => undefined,
      () => broken,
    );
}
