import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, lstatSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nanoid } from 'nanoid';
import { confirm } from './confirm.ts';
import { BadInput, isFileError } from './ending.ts';
import type { Session } from './main.ts';

/** Where a file goes that was named without a folder: git ignores it. */
const EXPORTS = fileURLToPath(new URL('../.data/exports', import.meta.url));

/** A line of people is far shorter, and a longer one could be minutes of work. */
export const MAX_LINE_CHARACTERS = 64 * 1024;

/**
 * The file to write for a path that was typed, after asking where git would take it along, and so
 * publish `what` is in it, or where there is one already. Throws BadInput for what is there and no
 * file, such as a device.
 */
export async function fileToWrite(
  session: Session,
  path: string,
  what = "everybody's phone",
): Promise<string> {
  const file = inExports(path);
  if (file !== path) await mkdir(EXPORTS, { recursive: true, mode: 0o700 });
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw new BadInput(`${file} is there and no regular file.`);
  const danger = `git does not ignore ${file}: one \`git add\` would publish ${what}.`;
  if (isForGit(file)) await confirm(session, `${danger} Write it there?`);
  if (there) await confirm(session, `${file} exists. Replace it?`);
  return file;
}

/** The file to read for a path that was typed: that one, or what an export has named so. */
export function fileToRead(path: string): string {
  return existsSync(path) || !existsSync(inExports(path)) ? path : inExports(path);
}

/** With the folder of exports for a name without one, as seen from here. */
function inExports(path: string): string {
  return basename(path) === path ? relative('.', join(EXPORTS, path)) : path;
}

/** Whether it lies in a git work tree that does not ignore it; never where there is no git. */
function isForGit(file: string): boolean {
  const options = { cwd: dirname(file) };
  return spawnSync('git', ['check-ignore', '--quiet', basename(file)], options).status === 1;
}

/**
 * Writes text to a file that its owner alone can read, whole or not at all: under another name
 * first, one of its own for each writer. Throws BadInput where it cannot be written.
 */
export async function writePrivate(
  file: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const partial = `${file}.${nanoid(8)}.partial`;
  const removePartial = () => rmSync(partial, { force: true });
  process.once('exit', removePartial); // Ctrl-C.
  try {
    await writeFile(partial, pieces, { flag: 'wx', mode: 0o600, flush: true });
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

/**
 * The text of a file in UTF-8, without its byte order mark, in pieces of up to 64 KB. Throws BadInput
 * for one in another encoding.
 */
export async function* readText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadInput('The file is not in UTF-8: save it again as "CSV UTF-8".');
  }
}
