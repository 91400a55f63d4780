import { createWriteStream, existsSync, lstatSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { nanoid } from 'nanoid';
import { readSiteUrl } from '../src/waitlist/shared/site-url.ts';
import { BadInput, isFileError } from './ending.ts';
import { confirm, type Session } from './session.ts';

/** Where a file goes that was named without a folder: git ignores it. */
const EXPORTS = fileURLToPath(new URL('../.data/exports', import.meta.url));

/** The file to write for a path that was typed, after asking where there is one already. */
export async function fileToWrite(session: Session, path: string): Promise<string> {
  const file = inExports(path);
  if (file !== path) await mkdir(EXPORTS, { recursive: true, mode: 0o700 });
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new BadInput(`${file} is there and no regular file.`);
  if (found) await confirm(session, `Replace ${file}`);
  return file;
}

/** The file to read for a path that was typed: that one, or what an export has named so. */
export function fileToRead(path: string): string {
  return existsSync(path) || !existsSync(inExports(path)) ? path : inExports(path);
}

function inExports(path: string): string {
  return basename(path) === path ? relative('.', join(EXPORTS, path)) : path;
}

/** Which of some endings a path has. Throws BadInput for another. */
export function endingOf<Ending extends string>(path: string, endings: Ending[]): Ending {
  const found = endings.find((ending) => path.toLowerCase().endsWith(ending));
  if (found) return found;
  throw new BadInput(`The name of the file has to end with ${endings.join(' or ')}.`);
}

/** Writes a file that its owner alone can read, gzipped where its name ends with .gz, whole or not at all. */
export async function writePrivate(
  file: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const partial = `${file}.${nanoid(8)}.partial`;
  const removePartial = () => rmSync(partial, { force: true });
  process.once('exit', removePartial); // Ctrl-C.
  try {
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    // The fastest level: half the time, and a tenth more bytes.
    if (/\.gz$/i.test(file)) await pipeline(pieces, createGzip({ level: 1 }), target);
    else await pipeline(pieces, target);
    await rename(partial, file);
  } catch (error) {
    removePartial();
    if (!isFileError(error)) throw error;
    const why = error.code === 'ENOENT' ? 'there is no such folder' : error.code;
    throw new BadInput(`${file} cannot be written: ${why}.`);
  } finally {
    process.off('exit', removePartial);
  }
}

/** The text of a file in UTF-8, without its byte order mark. Throws BadInput for another encoding. */
export async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadInput(`${file} is not in UTF-8: save it again as "CSV UTF-8".`);
  }
}

/** The site that a file names, after saying so where that is this machine. Throws BadInput where SITE_URL is none. */
export function siteOrigin(): string {
  try {
    const origin = readSiteUrl(process.env);
    const isHere = URL.parse(origin)?.hostname === 'localhost';
    if (isHere) console.error(`The file names ${origin}: SITE_URL in .env says where the site is.`);
    return origin;
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}
