import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readSiteUrl } from '../src/waitlist/shared/site-url.ts';
import { BadInput } from './errors.ts';
import { confirm, type Session } from './session.ts';

/** Writes a file completely or not at all, readable only by its owner. Asks before replacing another. */
export async function writePrivate(session: Session, file: string, content: string | Buffer) {
  if (existsSync(file)) await confirm(session, `Replace ${file}`);
  const partial = `${file}.partial`;
  try {
    // A killed command may have left it.
    rmSync(partial, { force: true });
    writeFileSync(partial, content, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    // A full disk's error has no path.
    throw Object.assign(error as Error, { path: file });
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
