import { createWriteStream, existsSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
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

export async function fileToWrite(session: Session, path: string): Promise<string> {
  const file = inExports(path);
  if (file !== path) await mkdir(EXPORTS, { recursive: true, mode: 0o700 });
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!existsSync(dirname(file))) throw new BadInput(`There is no folder ${dirname(file)}.`);
  if (found && !found.isFile()) throw new BadInput(`${file} is there and no regular file.`);
  if (found) await confirm(session, `Replace ${file}`);
  return file;
}

/** Throws BadInput for what is no regular file: opening a FIFO would wait for its writer for ever. */
export function fileToRead(path: string): string {
  const file = existsSync(path) || !existsSync(inExports(path)) ? path : inExports(path);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    throw new BadInput(`${file} is no regular file.`);
  }
  return file;
}

function inExports(path: string): string {
  return basename(path) === path ? relative('.', join(EXPORTS, path)) : path;
}

export function extensionOf<T extends string>(path: string, extensions: T[]): T {
  const found = extensions.find((extension) => path.toLowerCase().endsWith(extension));
  if (found) return found;
  throw new BadInput(`The name of the file has to end with ${extensions.join(' or ')}.`);
}

/** Writes a file for its owner alone, gzipped if its name ends with .gz, as a whole or not at all. */
export async function writePrivate(file: string, pieces: Iterable<string> | AsyncIterable<string>) {
  removePartials(dirname(file));
  const partial = `${file}.${process.pid}.partial`;
  const removePartial = () => rmSync(partial, { force: true });
  process.once('exit', removePartial); // Ctrl-C.
  try {
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    // The fastest level: half the time, and a tenth more bytes.
    if (/\.gz$/i.test(file)) await pipeline(pieces, createGzip({ level: 1 }), target);
    else await pipeline(pieces, target);
    await rename(partial, file);
  } finally {
    removePartial();
    process.off('exit', removePartial);
  }
}

/** Removes the partial files of exports that were killed: no process has the id in their names. */
function removePartials(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(/\.(?:csv|jsonl\.gz|html)\.(\d+)\.partial$/i.exec(name)?.[1]);
    if (!pid || (pid !== process.pid && isRunning(pid))) continue;
    rmSync(join(folder, name), { force: true });
    console.error(`Removed ${name}, which an export that was killed had left.`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is another user's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Throws BadInput where SITE_URL is no address. */
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
