import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { closestMatch } from 'leven';
import sharp from 'sharp';
import { text } from './line.ts';

const FOLDER = 'src/assets';

/** At least `smallest` pixels a side, and from 2:3 to 16:9, which the layouts take. */
export const picture = (smallest: number) =>
  text('../assets/hero.png', async function* (path) {
    const { base } = parse(path);
    const files = readdirSync(FOLDER);
    // To a Mac Hero.png is hero.png, to Netlify it is not.
    const isThere = path === `../assets/${base}` && files.includes(base);
    const correction = `../assets/${closestMatch(base, files)}`;
    if (!isThere) yield { sentence: `names none of the files in ${FOLDER}.`, correction };
    const sentence = isThere && (await fileProblem(base, smallest));
    if (sentence) yield { sentence: `${base} ${sentence}` };
  });

async function fileProblem(base: string, smallest: number): Promise<string | undefined> {
  const plain = base.replaceAll(/[^\w.-]+/g, '-');
  if (plain !== base) return `cannot be an address. Name it ${plain}, here and in ${FOLDER}.`;
  const file = sharp(`${FOLDER}/${base}`, { failOn: 'truncated' }).autoOrient().raw();
  const read = await file.toBuffer({ resolveWithObject: true }).catch(() => undefined);
  const isTaken = /\.(jpe?g|png|webp)$/i.test(base);
  if (!read || !isTaken) return 'is broken, or is no JPEG, PNG or WebP. Save it as one of these.';
  const { width, height } = read.info;
  const size = `is ${width} by ${height} pixels`;
  if (Math.min(width, height) < smallest) {
    return `${size} and looks blurred. Take one of at least ${smallest} by ${smallest}.`;
  }
  const [highest, widest] = [Math.floor(width * 1.5), Math.floor((height * 16) / 9)];
  if (height > highest) return `${size}, too narrow for the page. Cut its height to ${highest}.`;
  if (width > widest) return `${size}, too wide for the page. Cut its width to ${widest}.`;
  return undefined;
}
