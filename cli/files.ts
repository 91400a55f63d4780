import { createWriteStream, existsSync, lstatSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { readSiteUrl } from '../src/waitlist/shared/site-url.ts';
import { BadInput } from './exit-codes.ts';
import { confirm, type Session } from './session.ts';

/** Git ignores this folder. */
const EXPORTS = fileURLToPath(new URL('../.data/exports', import.meta.url));

/** Where to write: in EXPORTS for a name without a folder. Asks before a file is replaced. */
export async function fileToWrite(session: Session, path: string): Promise<string> {
  const file = inExports(path);
  if (file !== path) await mkdir(EXPORTS, { recursive: true, mode: 0o700 });
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!existsSync(dirname(file))) throw new BadInput(`There is no folder ${dirname(file)}.`);
  if (found && !found.isFile()) throw new BadInput(`${file} is there and isn't a regular file.`);
  if (found) await confirm(session, `Replace ${file}`);
  return file;
}

/** Throws BadInput for what isn't a regular file: opening a FIFO would wait for its writer for ever. */
export function fileToRead(path: string): string {
  const file = existsSync(path) || !existsSync(inExports(path)) ? path : inExports(path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new BadInput(`${file} isn't a regular file.`);
  }
  return file;
}

function inExports(path: string): string {
  return basename(path) === path ? relative('.', join(EXPORTS, path)) : path;
}

export function requireExtension(path: string, extension: string): void {
  if (path.toLowerCase().endsWith(extension)) return;
  throw new BadInput(`The name of the file has to end with ${extension}.`);
}

/**
 * Writes a file that only its owner can read, gzipped if its name ends with .gz, as a whole or not at all.
 * A killed command leaves a .partial, which the next one with the same name replaces.
 */
export async function writePrivate(file: string, pieces: Iterable<string> | AsyncIterable<string>) {
  const partial = `${file}.partial`;
  const removePartial = () => rmSync(partial, { force: true });
  removePartial();
  process.once('exit', removePartial); // Ctrl-C.
  try {
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    // The fastest level: half the time, and a tenth more bytes.
    if (/\.gz$/i.test(file)) await pipeline(pieces, createGzip({ level: 1 }), target);
    else await pipeline(pieces, target);
    await rename(partial, file);
  } catch (error) {
    // A full disk's error has no path.
    throw Object.assign(error as Error, { path: file });
  } finally {
    removePartial();
    process.off('exit', removePartial);
  }
}

/** Throws BadInput if SITE_URL isn't a URL. */
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
