import { existsSync, readdirSync } from 'node:fs';
import { parse } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { nearest, type Problem, text } from './line.ts';

const FOLDER = 'src/assets';
const ENDINGS: Record<string, RegExp> = { jpeg: /^\.jpe?g$/i, png: /^\.png$/i, webp: /^\.webp$/i };

/** A picture in src/assets with at least `smallest` pixels a side, from 2:3 to 16:9, which layouts take. */
export const picture = (smallest: number) => text((path) => pictureProblems(path, smallest));

async function pictureProblems(path: string, smallest: number): Promise<Problem[]> {
  const { base, name, ext } = parse(path);
  const there = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  const tell = (sentence: string, right = '') => [
    { sentence: `${base} ${sentence}`, right: right && `../assets/${right}` },
  ];
  // Netlify does not take Hero.png for hero.png, as a Mac does.
  if (path !== `../assets/${base}` || !there.includes(base)) {
    const near = nearest(base, there) ?? 'hero.png';
    return tell(`is none of the files in ${FOLDER}: ${there.join(', ')}.`, near);
  }
  const plain = base
    .normalize('NFD')
    .replaceAll(/[^\w.\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');
  if (plain !== base) return tell(`cannot be an address. Name the file ${plain}.`, plain);

  const file = sharp(`${FOLDER}/${base}`, { failOn: 'truncated' });
  const data: Partial<Metadata> = await file.metadata().catch(() => ({}));
  const isHeic = /^\.hei[cf]$/i.test(ext) || (data.format === 'heif' && data.compression !== 'av1');
  const format = isHeic ? 'heic' : (data.format ?? '').replace('heif', 'avif');
  const ending = ENDINGS[format];
  if (format && !ending) {
    const other = /gif|svg/.test(format) ? 'PNG' : 'JPEG';
    return tell(`is ${format.toUpperCase()}, which a page cannot take. Save it as ${other}.`);
  }
  const isWhole = await file
    .resize(1)
    .toBuffer()
    .catch(() => false);
  if (!ending || !isWhole) return tell('is broken. Save it again, as JPEG, PNG or WebP.');
  const right = `${name}.${format.replace('jpeg', 'jpg')}`;
  if (!ending.test(ext)) return tell(`is ${format.toUpperCase()}. Name the file ${right}.`, right);

  const { width, height } = data.autoOrient ?? { width: 0, height: 0 };
  const size = `is ${width} by ${height} pixels`;
  const [highest, widest] = [Math.floor(width * 1.5), Math.floor((height * 16) / 9)];
  const tooSmall = `${size} and looks blurred. Take one of at least ${smallest} by ${smallest}.`;
  if (Math.min(width, height) < smallest) return tell(tooSmall);
  if (height > highest)
    return tell(`${size}, too narrow for the page. Cut its height to ${highest}.`);
  if (width > widest) return tell(`${size}, too wide for the page. Cut its width to ${widest}.`);
  return [];
}
