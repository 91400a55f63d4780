import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import type { ImageMetadata } from 'astro';
import { closestMatch } from 'leven';
import sharp from 'sharp';
import type { Problem } from '../site/text-rules.ts';

const FOLDER = 'src/assets';

/** Astro keeps the file's path on an imported picture, but not in its type. */
export const filePathOf = (picture: ImageMetadata) =>
  (picture as ImageMetadata & { fsPath: string }).fsPath;

/**
 * What is wrong with a picture in src/assets, which should have at least `smallest` pixels a side, and
 * from 2:3 to 16:9, which the layouts take. `correction` is the name that is meant, where it is known.
 */
export async function pictureProblems(name: string, smallest: number): Promise<Problem[]> {
  const files = readdirSync(FOLDER);
  const { base } = parse(name);
  const correction = closestMatch(base, files, { maxDistance: 3 });
  const advice = correction ? '' : ' Upload it there, as JPEG, PNG or WebP.';
  // To a Mac Hero.png is hero.png, to Netlify it is not.
  if (!files.includes(name))
    return [{ sentence: `${name} is not in ${FOLDER}.${advice}`, correction }];
  const problem = await fileProblem(name, smallest);
  return problem ? [{ sentence: `${name} ${problem}` }] : [];
}

async function fileProblem(name: string, smallest: number): Promise<string | undefined> {
  const plain = name.replaceAll(/[^\w.-]+/g, '-');
  if (plain !== name) return `cannot be an address. Name it ${plain}, here and in ${FOLDER}.`;
  const file = sharp(`${FOLDER}/${name}`, { failOn: 'truncated' }).autoOrient().raw();
  const read = await file.toBuffer({ resolveWithObject: true }).catch(() => undefined);
  const isAccepted = /\.(jpe?g|png|webp)$/i.test(name);
  if (!read || !isAccepted)
    return 'is broken, or is no JPEG, PNG or WebP. Save it as one of these.';
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
