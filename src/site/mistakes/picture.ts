import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import sharp from 'sharp';

/** What we take, and how the names of such files may end. */
const ENDINGS: Record<string, string[]> = {
  jpeg: ['.jpg', '.jpeg'],
  png: ['.png'],
  webp: ['.webp'],
};

/** In pixels: a phone shows it 780 wide. */
const SMALLEST = 1000;

/** Width by height, from an upright photo to a film's. The layouts bear what lies between. */
const NARROWEST = 2 / 3;
const WIDEST = 16 / 9;

/** Why the picture at `path`, seen from the folder `root`, cannot be shown; undefined where it can. */
export async function pictureProblem(root: string, path: string): Promise<string | undefined> {
  const name = basename(path);
  const folder = join(root, dirname(path));
  const there = existsSync(folder) ? readdirSync(folder) : [];
  // By its exact name: a Mac takes Hero.png for hero.png, Netlify does not.
  if (!there.includes(name)) {
    return `${path} is not there. Write the exact name of one that is: ${there.join(', ')}`;
  }
  const broken = `${path} is broken, or no picture that a page can show. Save it again, as JPEG, PNG or WebP.`;
  const file = join(root, path);
  const metadata = await sharp(file)
    .metadata()
    .catch(() => undefined);
  const endings = ENDINGS[metadata?.format ?? ''];
  if (!metadata || !endings) return broken;
  const ending = extname(name);
  if (!endings.includes(ending)) {
    const right = basename(name, ending) + endings[0];
    return `${path} is a ${metadata.format.toUpperCase()}. Name it ${right}, in its folder and here.`;
  }

  const { width, height } = metadata.autoOrient;
  const size = `${path} is ${width} by ${height} pixels`;
  if (Math.min(width, height) < SMALLEST) {
    return `${size} and would look blurred. Take one of at least ${SMALLEST} by ${SMALLEST}.`;
  }
  if (width / height < NARROWEST) {
    return `${size}, too narrow for the page. Cut its height to ${Math.floor(width / NARROWEST)}.`;
  }
  if (width / height > WIDEST) {
    return `${size}, too wide for the page. Cut its width to ${Math.floor(height * WIDEST)}.`;
  }
  // Only reading all of it tells whether it was cut short.
  return sharp(file, { failOn: 'truncated' })
    .resize(1)
    .toBuffer()
    .then(
      () => undefined,
      () => broken,
    );
}
