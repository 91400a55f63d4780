import { open, rename, rm } from 'node:fs/promises';
import { BadInput } from './failure.ts';

/** Written in pieces of this size: a write a line would take a minute for a million. */
const PIECE = 256 * 1024;

/**
 * Writes lines to a file that its owner alone can read, whole or not at all: under another name
 * first. Resolves with its size in bytes. Throws BadInput where it cannot be written.
 */
export async function writePrivate(
  file: string,
  lines: Iterable<string>,
  signal?: AbortSignal,
): Promise<number> {
  const partial = `${file}.partial`;
  try {
    // One that was left behind may be readable by others.
    await rm(partial, { force: true });
    const handle = await open(partial, 'wx', 0o600);
    let bytes = 0;
    try {
      let piece = '';
      for (const line of lines) {
        piece += line;
        if (piece.length < PIECE) continue;
        signal?.throwIfAborted();
        await handle.appendFile(piece);
        bytes += Buffer.byteLength(piece);
        piece = '';
      }
      await handle.appendFile(piece);
      bytes += Buffer.byteLength(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
    return bytes;
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (!syscall) throw error;
    const why = code === 'ENOENT' ? 'there is no such folder' : code;
    throw new BadInput(`${file} cannot be written: ${why}.`);
  }
}
