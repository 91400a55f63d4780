import { type FileHandle, open, rename, rm } from 'node:fs/promises';

/** Readable by whoever runs the command alone: it holds phones. */
const MODE = 0o600;

/**
 * Writes a file whole or not at all: into `path`.partial, which takes the name `path` when `write`
 * is done, and is removed when it fails.
 */
export async function writeWhole(
  path: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const partial = `${path}.partial`;
  await rm(partial, { force: true }); // Of a run that was killed.
  const file = await open(partial, 'wx', MODE);
  try {
    try {
      await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
