import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { readSiteUrl } from '../src/waitlist/shared/site-url.ts';
import { BadInput } from './exit-codes.ts';
import { confirm, type Session } from './session.ts';

/** Git ignores this folder. */
const EXPORTS = fileURLToPath(new URL('../.data/exports', import.meta.url));

/** The path to write to: a name without a folder goes to EXPORTS. Asks before replacing a file. */
export async function fileToWrite(session: Session, path: string): Promise<string> {
  const file = inExports(path);
  if (file !== path) await mkdir(EXPORTS, { recursive: true, mode: 0o700 });
  if (existsSync(file)) await confirm(session, `Replace ${file}`);
  return file;
}

/** The path, or a file of that name in EXPORTS. */
export const findFile = (path: string): string =>
  !existsSync(path) && existsSync(inExports(path)) ? inExports(path) : path;

function inExports(path: string): string {
  return basename(path) === path ? relative('.', join(EXPORTS, path)) : path;
}

export function requireExtension(path: string, extension: string): void {
  if (path.toLowerCase().endsWith(extension)) return;
  throw new BadInput(`The file name must end with ${extension}.`);
}

/**
 * Writes a file completely or not at all, readable only by its owner, gzipped if it ends with .gz. A killed
 * command leaves a .partial, which the next export with the same name replaces.
 */
export async function writePrivate(file: string, pieces: Iterable<string> | AsyncIterable<string>) {
  const partial = `${file}.partial`;
  const removePartial = () => rmSync(partial, { force: true });
  removePartial();
  process.once('exit', removePartial); // Ctrl-C.
  try {
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    // The fastest level.
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
    return readSiteUrl(process.env);
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}
